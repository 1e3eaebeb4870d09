#include "app/match_existing_run.hpp"

#include <algorithm>
#include <set>

#include "app/open_run_directory.hpp"
#include "core/plan.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

const std::string kThree = "name: t\nrepeats: 3\nscales: [1cpu] # one\n";

TEST(SameButRepeats, IsWhatDiffersInTheNumberAlone) {
  EXPECT_TRUE(same_but_repeats(kThree, kThree));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nrepeats: 5\nscales: [1cpu] # one\n"));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nrepeats:   5  # more\nscales: [1cpu] # one\n"));
}

TEST(SameButRepeats, IsWhatLacksTheLineOrHasItElsewhere) {
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nscales: [1cpu] # one\n"));
  EXPECT_TRUE(same_but_repeats("name: t\nscales: [1cpu] # one\n", kThree));
  EXPECT_TRUE(same_but_repeats(kThree, "name: t\nscales: [1cpu] # one\nrepeats: 4"));
  EXPECT_TRUE(same_but_repeats("name: t", "name: t\nrepeats: 4\n"));
  EXPECT_TRUE(same_but_repeats("name: t\r\nrepeats: 2\r\n", "name: t\r\nrepeats: 4\r\n"));
}

TEST(SameButRepeats, IsWhatDiffersInCommentsFormattingAndTheOrderOfKeys) {
  EXPECT_TRUE(same_but_repeats(kThree, "name:   t\n\nscales: [ 1cpu ]\n"));
  EXPECT_TRUE(same_but_repeats(kThree, "# mine\nscales:\n  - 1cpu\nrepeats: 4\nname: t\n"));
  EXPECT_TRUE(same_but_repeats("{name: t, repeats: 3}", "{name: t, repeats: 4}"));
  EXPECT_TRUE(same_but_repeats("name: t\nrepeats:\n  3\n", "name: t\nrepeats:\n  4\n"));
}

TEST(SameButRepeats, IsNothingElse) {
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nrepeats: 5\nscales: [2cpu] # one\n"));
  EXPECT_FALSE(same_but_repeats(kThree, "name: t\nseed: 5\nscales: [1cpu] # one\n"));
  EXPECT_FALSE(same_but_repeats("name: t\nsetup: a # b\n", "name: t\nsetup: 'a # b'\n"));
  EXPECT_FALSE(same_but_repeats("name: 4\n", "name: '4'\n"));
  EXPECT_FALSE(same_but_repeats("env: {A: 1, B: 2}\n", "env: {B: 2, A: 1}\n"));  // B may use A
  EXPECT_FALSE(same_but_repeats("name: t\n", "name: [\n"));
}

TEST(SameButRepeats, LooksForTheKeyAndNotForTheWord) {
  const std::string setup = "name: t\nsetup: |\n  echo\n  repeats: ";
  EXPECT_FALSE(same_but_repeats(setup + "3\n", setup + "4\n"));
  EXPECT_FALSE(same_but_repeats("name: t\nenv:\n  repeats: 3\n", "name: t\nenv:\n  repeats: 4\n"));
  EXPECT_TRUE(same_but_repeats("# repeats: 3\nname: t\n", "# repeats: 4\nname: t\n"));
}

class ChangedSweep : public UserSession {
 protected:
  ChangedSweep() { make(kOwnProgram); }

  static SweepSource source() { return {.file = "mine.yaml", .cluster = "cyclone"}; }
  [[nodiscard]] RunDirectory directory() const { return {work() / "mine"}; }

  void make(const std::string& text) {
    write("mine.yaml", text);
    const auto spec = read_spec(source());
    ASSERT_TRUE(create_run_directory(directory(), "", *spec, plan_spec(*spec, source())->plan));
  }

  [[nodiscard]] Result<MatchedRun> match(const std::string& text) const {
    write("mine.yaml", text);
    return match_existing_run(directory(), read_spec(source()).value(), source());
  }

  void complete(const std::string& run) const {
    const auto attempt = directory().attempt(run, "hand");
    write(attempt.started(), R"({"pid":1,"start_time":1,"boot_id":"b","host":"n","job":"","time":1.0})");
    write(attempt.exited(), R"({"status":0,"time":2.0,"cause":"","launched":1.1,"finished":1.9})");
    write(attempt.out(), "scalegen: end of " + run + "\n");
  }

  [[nodiscard]] static std::vector<std::string> names_of(const Plan& plan) {
    std::vector<std::string> names;
    for (const auto& run : plan.runs) names.push_back(run.id);
    return names;
  }
};

const std::string kThreeOwnRungs =
    "name: mine\ncommand: ./train {gpus}\nscales: [1gpu, 2gpu, 2x2gpu]\nrepeats: 2\n";

TEST_F(ChangedSweep, AddsARungInRoundsOfItsOwnBesideTheBaseline) {
  const auto matched = match(kThreeOwnRungs);
  ASSERT_TRUE(matched) << error_of(matched);
  EXPECT_EQ(matched->news,
            std::vector<std::string>{"new: 2x2gpu; 4 runs added, in rounds beside the baseline 1gpu"});
  EXPECT_EQ(names_of(matched->plan),
            (std::vector<std::string>{"1gpu-r1", "2gpu-r1", "1gpu-r2", "2gpu-r2", "1gpu-r3", "2x2gpu-r3",
                                      "1gpu-r4", "2x2gpu-r4"}));
  EXPECT_EQ(matched->plan.head.rounds, 4);
  EXPECT_EQ(matched->plan.head.later_rounds, (std::vector{3, 4}));
  EXPECT_EQ(repeats_of(matched->plan.head), 2);
  EXPECT_EQ(read_plan_of(directory()), matched->plan);
  // The runs are those that a sweep of three rungs has had from the beginning, but for their rounds.
  const auto fresh = plan_from(source())->plan;
  for (const auto& run : matched->plan.runs) {
    const auto same = std::find_if(fresh.runs.begin(), fresh.runs.end(), [&](const auto& other) {
      return combination_of(other) == combination_of(run);
    });
    EXPECT_EQ(run.command, same->command);
    EXPECT_EQ(run.settings, same->settings);
    EXPECT_EQ(run.resources, same->resources);
  }
}

TEST_F(ChangedSweep, RepeatsAllRungsAlikeOnceTheyAreThere) {
  ASSERT_TRUE(match(kThreeOwnRungs));
  auto more = kThreeOwnRungs;
  more.replace(more.find("repeats: 2"), 10, "repeats: 3");
  const auto matched = match(more);
  ASSERT_TRUE(matched) << error_of(matched);
  EXPECT_EQ(matched->news, std::vector<std::string>{"1 repeat more: 3 runs added"});
  const auto names = names_of(matched->plan);
  EXPECT_EQ((std::set<std::string>(names.end() - 3, names.end())),
            (std::set<std::string>{"1gpu-r5", "2gpu-r5", "2x2gpu-r5"}));
  EXPECT_EQ(matched->plan.head.rounds_before, std::vector{2});
}

TEST_F(ChangedSweep, LeavesARungOutAndTakesItBack) {
  const auto there = read_plan_of(directory()).value();
  auto one = kOwnProgram;
  one.replace(one.find(", 2gpu"), 6, "");
  const auto without = match(one);
  ASSERT_TRUE(without) << error_of(without);
  EXPECT_EQ(without->news,
            std::vector<std::string>{
                "left out: 2gpu; the runs stay in the directory, and missing ones do not start"});
  EXPECT_EQ(names_of(without->plan), (std::vector<std::string>{"1gpu-r1", "1gpu-r2"}));
  EXPECT_EQ(open_run_directory("mine")->plan, without->plan);
  EXPECT_EQ(read_plan_of(directory())->runs, there.runs);
  const auto back = match(kOwnProgram);
  ASSERT_TRUE(back) << error_of(back);
  EXPECT_EQ(back->news, std::vector<std::string>{"back again: 2gpu"});
  EXPECT_EQ(back->plan.runs, there.runs);
  EXPECT_EQ(back->plan.jobs, there.jobs);
}

TEST_F(ChangedSweep, TakesOtherMetricsAndAnotherBaselineForTheReport) {
  const auto there = read_plan_of(directory()).value();
  const auto matched =
      match(kOwnProgram +
            "baseline: 2gpu\nmetrics: {time: {regex: 'took {number}', unit: s}, loss: {regex: 'loss "
            "{number}', unit: ''}}\n");
  ASSERT_TRUE(matched) << error_of(matched);
  EXPECT_EQ(matched->news, std::vector<std::string>{"the sweep file has changed, and no run depends on it"});
  EXPECT_EQ(matched->plan.head.baseline, "2gpu");
  EXPECT_EQ(matched->plan.head.metrics.front().unit, "s");
  ASSERT_EQ(matched->plan.head.further.size(), 1U);
  EXPECT_EQ(matched->plan.head.further.front().regex, "loss {number}");
  EXPECT_EQ(matched->plan.runs, there.runs);
  EXPECT_EQ(matched->plan.head.launch, there.head.launch);
}

TEST_F(ChangedSweep, TakesAnotherCampaignForTheReport) {
  complete("1gpu-r1");
  const auto there = read_plan_of(directory()).value();
  const auto matched = match(kOwnProgram + "campaign: [{run: train, runs: 3, nodes: 4, steps: 6e6}]\n");
  ASSERT_TRUE(matched) << error_of(matched);
  EXPECT_EQ(matched->news, std::vector<std::string>{"the sweep file has changed, and no run depends on it"});
  EXPECT_EQ(matched->plan.head.campaign,
            (std::vector<CampaignLine>{{.run = "train", .runs = 3, .size = {.nodes = 4}, .amount = 6e6}}));
  EXPECT_EQ(read_plan_of(directory())->head.campaign, matched->plan.head.campaign);
  EXPECT_EQ(matched->plan.runs, there.runs);
}

TEST_F(ChangedSweep, TakesAssertionsAndTheRunsThatConfirmThem) {
  complete("1gpu-r1");
  const auto asserted = match(kOwnProgram + "assert: speedup at 2gpu >= 1.5\n");
  ASSERT_TRUE(asserted) << error_of(asserted);
  EXPECT_EQ(asserted->news,
            std::vector<std::string>{"2 runs added, which start only if an assertion is missed"});
  EXPECT_EQ(asserted->plan.head.confirming_rounds, std::vector{3});
  const auto other = match(kOwnProgram + "assert: speedup at 2gpu >= 1.7\n");
  ASSERT_TRUE(other) << error_of(other);
  EXPECT_EQ(other->news, std::vector<std::string>{"the sweep file has changed, and no run depends on it"});
  const auto none = match(kOwnProgram);
  ASSERT_TRUE(none) << error_of(none);
  EXPECT_EQ(names_of(none->plan), names_of(asserted->plan));
}

TEST_F(ChangedSweep, IsAnotherIfRunsDependOnTheDifference) {
  complete("1gpu-r1");
  const auto before = read_file(directory().plan_file());
  const auto refused = match(kOwnProgram + "time_limit: 5m\nenv: {A: 1}\nsetup: module load x\n");
  EXPECT_EQ(error_of(refused), "error: '" + directory().root.string() +
                                   "' holds the runs of another sweep\n"
                                   "      = note: setup: module load x was added\n"
                                   "      = note: env: A: 1 was added\n"
                                   "      = note: each run: time_limit: 10 min -> 5 min\n"
                                   "      = hint: begin a new run directory with -o NEW_FOLDER\n");
  EXPECT_EQ(read_file(directory().plan_file()), before);
}

TEST_F(ChangedSweep, IsReplannedWhileNoRunHasCompleted) {
  const auto there = read_file(directory().plan_file());
  const auto text = kOwnProgram + "account: p1\ntime_limit: 5m\nenv: {A: 1}\n";
  const auto matched = match(text);
  ASSERT_TRUE(matched) << error_of(matched);
  EXPECT_EQ(matched->news,
            std::vector<std::string>{
                "the sweep file changed since (account: p1 was added; env: A: 1 was added; "
                "each run: time_limit: 10 min -> 5 min): "
                "no run had completed, so they are planned again; what was there is kept in '" +
                (directory().root / "replaced-1").string() + "'"});
  EXPECT_EQ(read_plan_of(directory()), matched->plan);
  EXPECT_EQ(matched->plan.head.replaced, 1);
  EXPECT_EQ(read_file(directory().sweep_file()), text);
  EXPECT_EQ(read_file(directory().root / "replaced-1/plan.jsonl"), there);
}

TEST_F(ChangedSweep, ShowsNoValueOfASecret) {
  const std::string with =
      kOwnProgram +
      "account: p1\nenv: {HF_TOKEN: hf_Qwertyuiop}\nsetup:\n  - export WANDB_API_KEY=00aa11bb22cc\n";
  const auto first = match(with);
  ASSERT_TRUE(first) << error_of(first);
  const auto matched =
      match(kOwnProgram +
            "account: p1\nenv: {HF_TOKEN: hf_Zxcvbnmasd}\nsetup:\n  - export WANDB_API_KEY=99aa11bb22cc\n");
  ASSERT_TRUE(matched) << error_of(matched);
  ASSERT_EQ(matched->news.size(), 1U);
  EXPECT_EQ(matched->news.front().substr(0, matched->news.front().find("):")),
            "the sweep file changed since (setup: export WANDB_API_KEY=(left out) was removed; setup: export "
            "WANDB_API_KEY=(left out) was added; env: HF_TOKEN: (left out) -> (left out)");
}

TEST_F(ChangedSweep, NamesNoMoreThanTenDifferences) {
  complete("1gpu-r1");
  std::string now = kOwnProgram + "parameters: {";
  for (int i = 0; i < 14; ++i) now += "p" + std::to_string(i) + ": 1, ";
  const auto refused = match(now + "}\n");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().notes.size(), 11U);
  EXPECT_EQ(refused.error().front().notes.front(), "each run: p0: 1 was added");
  EXPECT_EQ(refused.error().front().notes.back(), "and 4 more");
}

}  // namespace
}  // namespace scalegen
