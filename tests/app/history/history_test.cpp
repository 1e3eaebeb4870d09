#include "app/history/history.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <cmath>

#include "app/history/changes.hpp"
#include "app/history/history_text.hpp"
#include "app/open_run_directory.hpp"
#include "core/json.hpp"
#include "tests/app/user_session.hpp"
#include "tests/golden.hpp"

namespace scalegen::history {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;

class Histories : public UserSession {
 protected:
  Histories() {
    write("mine.yaml", "name: mine\ncommand: ./train {gpus}\nscales: [1gpu, 2gpu]\nrepeats: 3\n");
  }

  /// A run directory that was measured so many days after 2025-11-21, whose runs took so many seconds.
  void measure(const std::string& folder, int day, double seconds, const std::string& commit = "") {
    const SweepSource source{.file = "mine.yaml", .cluster = "cyclone", .account = "p1"};
    const auto spec = read_spec(source).value();
    std::filesystem::create_directories((work() / folder).parent_path());
    const auto directory = run_directory_for((work() / folder).string(), spec).value();
    const auto plan = create_run_directory(directory, "", spec, plan_spec(spec, source).value().plan).value();
    for (const auto& run : plan.runs) end(directory, run, 1763719200 + 86400 * day, seconds, commit);
  }
  static void end(const RunDirectory& directory, const scalegen::Run& run, int begin, double seconds,
                  const std::string& commit) {
    const auto attempt = directory.attempt(run.id, "1");
    const double took =
        seconds * (1 + 0.01 * (run.round * (run.rung.ranks_per_node + 1) % 4)) / run.rung.ranks_per_node;
    write(attempt.started(),
          fmt::format(
              "{{\"pid\":1,\"start_time\":1,\"boot_id\":\"\",\"host\":\"\",\"job\":\"\",\"time\":{}}}\n",
              begin));
    write(attempt.exited(),
          fmt::format("{{\"status\":0,\"time\":{},\"cause\":\"\",\"launched\":{},\"finished\":{}}}\n",
                      begin + took, begin, begin + took));
    write(attempt.out(), "scalegen: end of " + run.id + "\n");
    if (!commit.empty()) write(attempt.environment(), "{\"git\": \"" + commit + "\"}\n");
  }

  History history(bool rebuild = false) { return history_of(work(), rebuild, clock_).value(); }
  std::string table(const Filter& filter = {}) { return render_terminal(document_of(history(), filter)); }

  SystemClock clock_;
};

TEST_F(Histories, ShowWhatChangedFromOneSweepToTheNext) {
  measure("old", 0, 100, "aaaaaaaaaaaa");
  measure("project/newer", 1, 80, "bbbbbbbbbbbb-dirty");
  measure("project/newest", 2, 80.5, "cccccccccccc");
  expect_golden("history.txt", table());
  EXPECT_EQ(table({.rung = "4gpu"}), "nothing measured\n");
  EXPECT_EQ(table({.name = "min"}), "nothing measured\n") << "a name is meant whole";
  EXPECT_THAT(table({.name = "mine", .rung = "2gpu"}), testing::Not(HasSubstr("1gpu")));
}

TEST_F(Histories, AreTheSameFromWhatWasKept) {
  measure("old", 0, 100);
  measure("new", 1, 80);
  const auto anew = render_json(history(), {});
  EXPECT_EQ(render_json(history(), {}), anew);
  EXPECT_EQ(render_json(history(true), {}), anew);
  EXPECT_TRUE(std::filesystem::exists(work() / "old/history.json"));
}

// A broken run that looks as before: it is not read again, unless that is asked for.
TEST_F(Histories, ReadOnlyWhatChanged) {
  measure("old", 0, 100);
  const auto before = render_json(history(), {});
  const auto out = work() / "old/runs/1gpu-r1/1/exit.json";
  const auto time = std::filesystem::last_write_time(out);
  const auto size = std::filesystem::file_size(out);
  write(out, std::string(size, ' '));
  std::filesystem::last_write_time(out, time);
  EXPECT_EQ(render_json(history(), {}), before);
  EXPECT_NE(render_json(history(true), {}), before);
  measure("new", 1, 80);
  EXPECT_THAT(table(), HasSubstr("2025-11-22"));
}

TEST_F(Histories, ReadWhatChangedAgain) {
  measure("old", 0, 100);
  const auto before = table({.rung = "1gpu"});
  const auto opened = open_run_directory("old").value();
  for (const auto& run : opened.plan.runs) end(opened.directory, run, 1763719200, 50, "");
  const auto after = table({.rung = "1gpu"});
  EXPECT_NE(after, before);
  std::filesystem::rename("old/runs", "../scratch");
  std::filesystem::create_directory_symlink("../../scratch", "old/runs");
  EXPECT_EQ(table({.rung = "1gpu"}), after);
  for (const auto& run : opened.plan.runs) end(opened.directory, run, 1763719200, 100, "");
  EXPECT_EQ(table({.rung = "1gpu"}), before) << "runs on another disk";
  std::filesystem::remove_all("old");
  EXPECT_EQ(table(), "nothing measured\n");
}

// Their steps are others each time.
TEST_F(Histories, CompareRunsThatTrainForTheSameSeconds) {
  write("mine.yaml",
        "name: mine\ncommand: ./train {gpus}\nscales: [1gpu]\nrepeats: 3\nparameters: {seconds: 20}\n");
  for (const int steps : {8, 10}) {
    const auto folder = fmt::format("of-{}-steps", steps);
    measure(folder, steps, 100);
    const auto opened = open_run_directory(folder).value();
    for (const auto& run : opened.plan.runs) {
      std::string lines;
      for (int step = 0; step < steps; ++step)
        lines += fmt::format("{{\"event\":\"step\",\"seconds\":{},\"samples\":64}}\n",
                             (20 + 0.1 * run.round) / steps);
      write(opened.directory.attempt(run.id, "1").metrics(), lines);
    }
  }
  EXPECT_THAT(table(), HasSubstr("25.0 % [23.6, 26.4] faster"));
}

TEST_F(Histories, ShowACopyOnce) {
  measure("old", 0, 100);
  write("old/journal.jsonl", "{\"scalegen_journal\":2,\"campaign\":\"5eedf00d\",\"time\":1763719200}\n");
  const auto before = table();
  std::filesystem::copy("old", "copy", std::filesystem::copy_options::recursive);
  const auto note = [&](const char* left_out, int runs, const char* shown) {
    return fmt::format("note: '{}' is left out: it has {} measured runs in common with '{}', as a copy has\n",
                       (work() / left_out).string(), runs, (work() / shown).string());
  };
  EXPECT_EQ(table(), before + note("old", 6, "copy"));
  EXPECT_EQ(table(), before + note("old", 6, "copy")) << "from what was kept";
  std::filesystem::remove_all("copy/runs/1gpu-r3");
  EXPECT_EQ(table(), before + note("copy", 5, "old")) << "the one that went on is shown";
  std::filesystem::remove("copy/journal.jsonl");
  EXPECT_THAT(table(), testing::Not(HasSubstr("left out"))) << "nothing tells";
}

TEST_F(Histories, SayWhatIsLeftOut) {
  measure("old", 0, 100);
  write("broken/plan.jsonl", "no plan\n");
  const auto text = table();
  EXPECT_THAT(text, HasSubstr("note: '" + (work() / "broken").string() + "' is left out: "));
  EXPECT_THAT(text, HasSubstr("2025-11-21"));
  EXPECT_FALSE(std::filesystem::exists(work() / "broken/history.json")) << "it may be no run directory";
  EXPECT_EQ(error_of(history_of("nowhere", false, clock_)),
            "error: there is no folder '" + (work() / "nowhere").string() + "'\n");
}

TEST_F(Histories, KnowWhatHasNoFigureAndWhenItBegan) {
  measure("old", 0, 100);
  measure("new", 1, 100);
  const auto fail = [&](const std::string& rung) {
    for (const int round : {1, 2, 3})
      write(RunDirectory{work() / "new"}.attempt(fmt::format("{}-r{}", rung, round), "1").exited(),
            "{\"status\":1,\"time\":1763805700,\"cause\":\"\"}\n");
  };
  const std::vector<IndexedRung> both{{.name = "1gpu", .rung = "1gpu"}, {.name = "2gpu", .rung = "2gpu"}};
  fail("2gpu");
  const auto half = history();
  EXPECT_THAT(half.unmeasured, testing::IsEmpty());
  EXPECT_THAT(half.sweeps,
              testing::Contains(testing::Field(&IndexedSweep::unmeasured, ElementsAre(both[1]))));
  fail("1gpu");
  for (const auto* how : {"read", "kept"}) {
    const auto none = history();
    ASSERT_EQ(none.unmeasured.size(), 1U) << how;
    EXPECT_EQ(none.unmeasured[0].measured, 1763719200 + 86400) << how;
    EXPECT_EQ(none.unmeasured[0].unmeasured, both) << how;
    EXPECT_THAT(none.notes, ElementsAre("left out: 1 sweep without a figure")) << how;
  }
}

TEST_F(Histories, WriteOneFileIntoARunDirectory) {
  measure("old", 0, 100);
  const auto files = [&] {
    std::vector<std::string> all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(work()))
      all.push_back(entry.path());
    std::sort(all.begin(), all.end());
    return all;
  };
  auto expected = files();
  expected.push_back(work() / "old/history.json");
  std::sort(expected.begin(), expected.end());
  history();
  EXPECT_EQ(files(), expected);
  const auto written = std::filesystem::last_write_time("old/history.json");
  history();
  EXPECT_EQ(std::filesystem::last_write_time("old/history.json"), written) << "it is no change itself";
}

TEST_F(Histories, ReadAgainWhereWhatWasKeptIsDamaged) {
  measure("old", 0, 100);
  const auto before = table();
  const auto kept = read_file("old/history.json").value();
  write("old/history.json", kept.substr(0, kept.size() / 2));
  EXPECT_EQ(table(), before);
  EXPECT_EQ(read_file("old/history.json").value(), kept);
}

TEST_F(Histories, AreReadWhereNothingCanBeKept) {
  measure("old", 0, 100);
  std::filesystem::create_directory("old/history.json");
  const auto before = table();
  EXPECT_THAT(before, HasSubstr("2025-11-21"));
  EXPECT_THAT(before, testing::Not(HasSubstr("note")));
  EXPECT_EQ(table(), before);
}

IndexedSweep sweep(const std::string& folder, double measured, const std::string& settings,
                   std::vector<double> seconds) {
  for (auto& value : seconds) value = std::log(value);
  return {
      .folder = folder,
      .measured = measured,
      .name = "mine",
      .cluster = "olivia",
      .unit = "s",
      .quantity = Quantity::time,
      .rungs = {
          {.name = "1gpu", .rung = "1gpu", .settings = settings, .logs = seconds, .typical = {.centre = 1}}}};
}

TEST(Changes, AreAgainstTheLatestSweepOfTheSameSettings) {
  const std::vector<IndexedSweep> sweeps{sweep("c", 3, "batch=64", {50, 51, 52}),
                                         sweep("a", 1, "batch=64", {100, 101, 102}),
                                         sweep("b", 2, "batch=128", {200, 201, 202})};
  const auto entries = entries_of(sweeps);
  ASSERT_EQ(entries.size(), 3U);
  EXPECT_EQ(entries[0].sweep->folder, "a");
  EXPECT_FALSE(entries[0].change);
  EXPECT_FALSE(entries[1].change) << "another batch is another work";
  ASSERT_TRUE(entries[2].change);
  EXPECT_EQ(entries[2].change->before, "a");
  EXPECT_NEAR(entries[2].change->ratio.centre, 1.98, 0.001);
  EXPECT_TRUE(entries[2].change->is_shown);
  expect_golden("history.json", render_json({.sweeps = sweeps, .notes = {"a note"}}, {}));
}

TEST(Changes, OfOneRoundHaveNoInterval) {
  const History history{.sweeps = {sweep("a", 1, "", {100}), sweep("b", 2, "", {80})}};
  EXPECT_THAT(render_terminal(document_of(history, {})), HasSubstr("25.0 % faster, no interval"));
  EXPECT_THAT(render_json(history, {}), testing::Not(HasSubstr("outcome")));
}

TEST(Changes, PrintHostileNamesAsText) {
  History history{.sweeps = {sweep("a\x1b[2J", 1, "\"", {100, 101})}, .notes = {"x\x1b[2J"}};
  history.sweeps.front().name = "\x1b]0;title\x07\xff<b>";
  EXPECT_THAT(render_terminal(document_of(history, {})), testing::Not(HasSubstr("\x1b")));
  EXPECT_TRUE(Json::accept(render_json(history, {})));
}

}  // namespace
}  // namespace scalegen::history
