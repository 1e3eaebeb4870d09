#include "app/match_existing_run.hpp"

#include <algorithm>
#include <set>

#include "app/open_run_directory.hpp"
#include "core/plan.hpp"
#include "tests/app/user_session.hpp"

namespace scalegen {
namespace {

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

  void complete(const std::string& run) const { complete_attempt(directory().attempt(run, "hand"), run); }

  [[nodiscard]] std::string refusal_for(const std::string& difference) const {
    return "error: '" + directory().root.string() +
           "' holds the runs of another sweep\n      = note: " + difference +
           "\n      = hint: begin a new run directory with -o NEW_FOLDER\n";
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
  EXPECT_EQ(matched->news, std::vector<std::string>{"1 round more: 3 runs added"});
  const auto names = names_of(matched->plan);
  EXPECT_EQ((std::set<std::string>(names.end() - 3, names.end())),
            (std::set<std::string>{"1gpu-r5", "2gpu-r5", "2x2gpu-r5"}));
  EXPECT_EQ(matched->plan.head.rounds_before, std::vector{2});
}

TEST_F(ChangedSweep, IsPlannedAgainWithoutARungWhileNoRunHasCompleted) {
  auto one = kOwnProgram + "account: p1\n";
  std::filesystem::remove_all(directory().root);
  make(one);
  one.replace(one.find(", 2gpu"), 6, "");
  const auto without = match(one);
  ASSERT_TRUE(without) << error_of(without);
  EXPECT_EQ(names_of(without->plan), (std::vector<std::string>{"1gpu-r1", "1gpu-r2"}));
  EXPECT_EQ(without->plan.head.replaced, 1);
}

TEST_F(ChangedSweep, GivesLargerLimitsToRunsWithoutAFigure) {
  complete("1gpu-r1");
  const auto there = read_plan_of(directory()).value();
  const auto longer = kOwnProgram + "time_limit: 20m\n";
  const auto matched = match(longer);
  ASSERT_TRUE(matched) << error_of(matched);
  ASSERT_EQ(matched->news.size(), 1U);
  EXPECT_TRUE(matched->news.front().starts_with("larger limits, of runs without a figure: "));
  for (std::size_t i = 0; i < there.runs.size(); ++i) {
    const auto& run = matched->plan.runs[i];
    const bool has_figure = run.id == "1gpu-r1";
    EXPECT_EQ(run.resources.time_limit, std::chrono::minutes(has_figure ? 10 : 20)) << run.id;
    const auto script = read_file(directory().job_script(run.id)).value();
    EXPECT_EQ(script.find("#SBATCH --time=00:20:00") == std::string::npos, has_figure) << run.id;
  }
  EXPECT_EQ(read_plan_of(directory()), matched->plan);
  EXPECT_EQ(match(longer)->news, std::vector<std::string>());
  EXPECT_EQ(error_of(match(kOwnProgram + "time_limit: 5m\n")),
            refusal_for("1gpu: time_limit: 20 min -> 5 min"));
  // A rung that comes later compares with them all the same.
  EXPECT_TRUE(match(kThreeOwnRungs + "time_limit: 20m\n"));
}

TEST_F(ChangedSweep, OfAScriptThatAPersonEditedGetsNoLargerLimits) {
  complete("1gpu-r1");
  const auto path = directory().job_script("2gpu-r2");
  ASSERT_TRUE(write_file(path, read_file(path).value() + "# mine\n"));
  EXPECT_EQ(error_of(match(kOwnProgram + "time_limit: 20m\n")),
            "error: '" + path.string() +
                "' was edited by hand: no runs can be added\n"
                "      = hint: begin a new run directory with -o NEW_FOLDER\n");
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
            "the sweep file changed since (setup: export WANDB_API_KEY=(left out) was removed");
}

}  // namespace
}  // namespace scalegen
