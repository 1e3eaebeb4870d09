#include "generator/script/run_directory_writer.hpp"

#include <algorithm>
#include <map>
#include <sstream>

#include "core/plan_file.hpp"
#include "generator/plan/rounds.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

namespace fs = std::filesystem;

const std::string kTwo = "name: t\nworkload: mnist_cnn\nscales: [1cpu, 2cpu]\nrepeats: 2\n";
const std::string kFour = "name: t\nworkload: mnist_cnn\nscales: [1cpu, 2cpu]\nrepeats: 4\n";

void erase_between(std::string& text, std::string_view begin, char end) {
  if (const auto at = text.find(begin); at != std::string::npos) text.erase(at, text.find(end, at) - at);
}

/// Without the checksums: the line that says who made a script counts in them.
std::string summed_scripts(const std::string& sums) {
  std::istringstream lines(sums);
  std::string names;
  for (std::string sum, bytes, name; lines >> sum >> bytes >> name;) names += name + "\n";
  return names;
}

/// Every file below a folder, with its text, but for who made it and whether rounds were added.
std::map<std::string, std::string> texts_in(const fs::path& folder) {
  std::map<std::string, std::string> texts;
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    auto text = read_text(entry.path());
    erase_between(text, "# scalegen ", '\n');
    erase_between(text, ",\"rounds_before\":[", '}');
    if (entry.path().filename() == "scripts.cksum") text = summed_scripts(text);
    texts[entry.path().lexically_relative(folder).string()] = text;
  }
  return texts;
}

class ExtendRunDirectory : public testing::Test {
 protected:
  ExtendRunDirectory() {
    const auto written = write_run_directory(directory_.root, kTwo, *plan_text(kTwo),
                                             {directory_.root, "scalegen sweep t.yaml", "0.1.0"});
    EXPECT_TRUE(written) << render(written.error());
  }

  [[nodiscard]] Result<void> extend(const ScriptContext& today = plan_text(kFour)->scripts) const {
    const auto there = read_plan("", read_text(directory_.plan_file())).value();
    return extend_run_directory(directory_, kFour, there, plan::extend_plan(there, 4).value(), today,
                                {directory_.root, "scalegen sweep t.yaml --quiet", "0.2.0"});
  }

  /// As if all four repeats had been asked for at once.
  [[nodiscard]] std::map<std::string, std::string> made_at_once() const {
    const auto aside = folder_.path() / "aside";
    fs::rename(directory_.root, aside);
    EXPECT_TRUE(write_run_directory(directory_.root, kFour, *plan_text(kFour), {directory_.root, "", ""}));
    auto texts = texts_in(directory_.root);
    fs::remove_all(directory_.root);
    fs::rename(aside, directory_.root);
    return texts;
  }

  TemporaryFolder folder_;
  RunDirectory directory_{folder_.path() / "t-local"};
};

TEST_F(ExtendRunDirectory, HoldsWhatItWouldHaveHeldFromTheBeginning) {
  const auto written = extend();
  ASSERT_TRUE(written) << render(written.error());
  EXPECT_EQ(texts_in(directory_.root), made_at_once());
}

TEST_F(ExtendRunDirectory, TouchesNothingThatIsThere) {
  const auto script = directory_.job_script("1cpu-r2");
  ASSERT_TRUE(write_file(script, "edited by hand\n"));
  ASSERT_TRUE(write_file(directory_.job_folder("1cpu-r1") / "local-1.out", "said\n"));
  ASSERT_TRUE(make_folders(directory_.run_folder("1cpu-r1") / "1"));
  ASSERT_TRUE(extend());
  EXPECT_EQ(read_text(script), "edited by hand\n");
  EXPECT_EQ(read_text(directory_.job_folder("1cpu-r1") / "local-1.out"), "said\n");
  EXPECT_TRUE(fs::exists(directory_.run_folder("1cpu-r1") / "1"));
}

TEST_F(ExtendRunDirectory, GoesOnWhereACallWasKilled) {
  const auto expected = made_at_once();
  // Before the plan was in place: some scripts, of a scalegen that wrote others.
  ASSERT_TRUE(make_folders(directory_.job_folder("2cpu-r3")));
  ASSERT_TRUE(write_file(directory_.job_script("2cpu-r3"), "half"));
  ASSERT_TRUE(make_folders(directory_.job_folder("1cpu-r4")));
  ASSERT_TRUE(extend());
  EXPECT_EQ(texts_in(directory_.root), expected);
}

TEST_F(ExtendRunDirectory, RefusesWhereTodaysScriptsAreOthers) {
  const auto before = texts_in(directory_.root);
  auto today = plan_text(kFour)->scripts;
  today.cores = {7, 8};
  const auto first = read_plan("", read_text(directory_.plan_file())).value().jobs.front().id;
  ASSERT_EQ(first, "1cpu-r1");
  const auto script = directory_.job_script(first);
  const auto text = read_text(script);
  const auto lines_before =
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(text.find("\ncores=(")), '\n');
  const auto line = "      = note: line " + std::to_string(lines_before + 2);
  const auto refused = extend(today);
  ASSERT_FALSE(refused);
  EXPECT_EQ(render(refused.error()), "error: '" + script.string() +
                                         "' would be another script today: no repeats can be added\n" + line +
                                         " there:  cores=(0)\n" + line +
                                         " today:  cores=(7)\n"
                                         "      = hint: begin a new run directory with -o NEW_FOLDER\n");
  EXPECT_EQ(texts_in(directory_.root), before);
}

TEST_F(ExtendRunDirectory, RefusesWhereAPersonEditedAScriptOfRoundOne) {
  const auto script = directory_.job_script("2cpu-r1");
  auto text = read_text(script);
  ASSERT_TRUE(write_file(script, text + "echo more\n"));
  const auto refused = extend();
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().notes.front(),
            "line " + std::to_string(std::count(text.begin(), text.end(), '\n') + 1) + " there:  echo more");
  EXPECT_FALSE(fs::exists(directory_.job_folder("2cpu-r3")));
}

TEST_F(ExtendRunDirectory, RefusesScriptsThatWereMadeForAnotherPlace) {
  fs::rename(directory_.root, folder_.path() / "moved");
  directory_.root = folder_.path() / "moved";
  const auto refused = extend();
  ASSERT_FALSE(refused);
  EXPECT_TRUE(refused.error().front().notes.back().ends_with(" today:  root=" + directory_.root.string()));
}

TEST_F(ExtendRunDirectory, SaysWhichScriptIsGone) {
  fs::remove(directory_.job_script("1cpu-r1"));
  EXPECT_EQ(render(extend().error()), "error: cannot read '" + directory_.job_script("1cpu-r1").string() +
                                          "': No such file or directory\n");
}

}  // namespace
}  // namespace scalegen
