// One plan with a strong and a weak ladder: which runs are points of which.
#include "core/plan_file.hpp"
#include "generator/plan/rounds.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

/// "2cpu-weak-r1 weak: 128, 64 a rank" of each run of round 1, sorted.
Texts batches_of(const Plan& plan) {
  Texts texts;
  for (const auto& run : plan.runs)
    if (run.round == 1)
      texts.push_back(run.id + " " + (run.ladder ? to_text(*run.ladder) : "both") + ": " +
                      setting_of(run, "global_batch") + ", " + setting_of(run, "per_rank_batch") + " a rank");
  std::sort(texts.begin(), texts.end());
  return texts;
}

constexpr const char* kBoth = "scaling: [strong, weak]\nscales: [1gpu, 2gpu, 2x2gpu]\nrepeats: 2\n";

const Texts kOf64{"1gpu-r1 both: 64, 64 a rank", "2gpu-r1 strong: 64, 32 a rank",
                  "2gpu-weak-r1 weak: 128, 64 a rank", "2x2gpu-r1 strong: 64, 16 a rank",
                  "2x2gpu-weak-r1 weak: 256, 64 a rank"};

TEST(BothLadders, RunWhatTheyShareOnce) {
  const auto plan = plan_of(std::string(kBoth) + "parameters: {global_batch: 64}\n", "cyclone");
  EXPECT_EQ(plan.head.scalings, (std::vector{Scaling::strong, Scaling::weak}));
  EXPECT_EQ(batches_of(plan), kOf64);
  EXPECT_EQ(plan.runs.size(), 10U);
  EXPECT_EQ(plan.jobs.size(), 10U);
  EXPECT_EQ(plan.head.baseline, "1gpu");
}

TEST(BothLadders, FollowFromTheBatchOfARankToo) {
  EXPECT_EQ(batches_of(plan_of(std::string(kBoth) + "parameters: {per_rank_batch: 64}\n", "cyclone")), kOf64);
}

TEST(BothLadders, MeetOnTheBaselineThatTheSweepFileNames) {
  EXPECT_EQ(
      batches_of(plan_of(std::string(kBoth) + "baseline: 2gpu\nparameters: {global_batch: 64}\n", "cyclone")),
      (Texts{"1gpu-r1 strong: 64, 64 a rank", "1gpu-weak-r1 weak: 32, 32 a rank",
             "2gpu-r1 both: 64, 32 a rank", "2x2gpu-r1 strong: 64, 16 a rank",
             "2x2gpu-weak-r1 weak: 128, 32 a rank"}));
}

TEST(BothLadders, GiveEachRunTheBatchThatItsLadderKeeps) {
  const auto plan = plan_of(std::string(kBoth) + "parameters: {global_batch: 64}\n", "cyclone");
  const auto has = [](const auto& run, const std::string& word) {
    return std::find(run.command->begin(), run.command->end(), word) != run.command->end();
  };
  EXPECT_TRUE(has(run_of(plan, "2x2gpu-r1"), "--global-batch"));
  EXPECT_FALSE(has(run_of(plan, "2x2gpu-r1"), "--per-rank-batch"));
  EXPECT_TRUE(has(run_of(plan, "2x2gpu-weak-r1"), "--per-rank-batch"));
  EXPECT_FALSE(has(run_of(plan, "2x2gpu-weak-r1"), "--global-batch"));
}

TEST(BothLadders, KnowAxesFormulasAndConstraints) {
  const auto plan = plan_of(
      "scaling: [strong, weak]\nscales: [1cpu, 2cpu]\nrepeats: 1\n"
      "parameters: {global_batch: 64, learning_rate: = global_batch / 64000}\n"
      "sweep: {steps: [1, 2], where: \"scaling == 'strong' or steps == 1\"}\n");
  Texts texts;
  for (const auto& run : plan.runs) texts.push_back(run.id + " " + setting_of(run, "learning_rate"));
  std::sort(texts.begin(), texts.end());
  EXPECT_EQ(texts, (Texts{"1cpu-steps=1-r1 0.001", "1cpu-steps=2-r1 0.001", "2cpu-steps=1-r1 0.001",
                          "2cpu-steps=2-r1 0.001", "2cpu-weak-steps=1-r1 0.002"}));
}

// On 2 ranks 4 hold half a replica, so that the weak ladder knows no batch of theirs; 'where' wants none.
TEST(BothLadders, NeedABatchOnlyOfCombinationsThatWhereKeeps) {
  const std::string lines =
      "name: t\ntorchrun: train.py\nrepeats: 1\nscaling: [strong, weak]\nscales: [2gpu, 1x4gpu]\n"
      "parameters: {global_batch: 8, data_parallel: = ranks / tp, samples: 80}\nsweep: {tp: [2, 4], where: ";
  const auto planned = plan_text(lines + "tp == 2}\n", "olivia", {.workdir = "/home/ada"});
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(ids_of_a_round(planned->plan), (Texts{"1x4gpu-tp=2-r1", "1x4gpu-weak-tp=2-r1", "2gpu-tp=2-r1"}));
  const auto refused = plan_text(lines + "ranks % tp == 0}\n", "olivia", {.workdir = "/home/ada"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      render(refused.error()),
      cited("sweep.yaml:6:46: error: 'data_parallel' must be a whole number from 1 to 2147483647, not '0.5'",
            "parameters: {global_batch: 8, data_parallel: = ranks / tp, samples: 80}", "",
            {"on rung '2gpu': ranks = 2, tp = 4"}));
}

TEST(BothLadders, AreReadBackAndGetMoreRounds) {
  const auto plan = plan_of(std::string(kBoth) + "parameters: {global_batch: 64}\n", "cyclone");
  const auto text = write_plan(plan);
  const auto read = read_plan("plan.jsonl", text);
  ASSERT_TRUE(read) << render(read.error());
  EXPECT_EQ(*read, plan);
  const auto extended = plan::extend_plan(plan, 3);
  ASSERT_TRUE(extended);
  EXPECT_EQ(extended->runs.size(), 15U);
  EXPECT_EQ(run_of(*extended, "2x2gpu-weak-r3").ladder, Scaling::weak);
}

TEST(BothLadders, GiveProgramsOfOnesOwnTheirScaling) {
  const auto planned = plan_text(
      "name: t\nscaling: [strong, weak]\nscales: [1cpu, 2cpu]\nrepeats: 1\n"
      "command: [true, \"{scaling}\", \"{global_batch}\", \"{per_rank_batch}\"]\n"
      "metrics: {throughput: {regex: '{number}', unit: images/s}}\n"
      "parameters: {per_rank_batch: 8}\n");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(*run_of(planned->plan, "1cpu-r1").command, (Texts{"true", "strong", "8", "8"}));
  EXPECT_EQ(*run_of(planned->plan, "2cpu-r1").command, (Texts{"true", "strong", "8", "4"}));
  EXPECT_EQ(*run_of(planned->plan, "2cpu-weak-r1").command, (Texts{"true", "weak", "16", "8"}));
}

}  // namespace
}  // namespace scalegen
