// The values of a sweep: axes that go together, constraints, and values that follow from others.
#include "core/plan_file.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

using Ids = std::vector<std::string>;

std::string notices_of(const std::string& lines, const std::string& cluster = "local") {
  const auto planned = plan_text(sweep_text(lines), cluster, {.overrides = {.account = "p1"}});
  return planned ? render(planned->warnings) : render(planned.error());
}

TEST(Zip, TakesTheValuesOfItsListsTogether) {
  const auto plan = plan_of(
      "scales: [1cpu, 2cpu]\nrepeats: 1\nsweep: {zip: {steps: [10, 20], learning_rate: [0.1, 0.2]}}\n");
  EXPECT_EQ(ids_of_a_round(plan),
            (Ids{"1cpu-steps=10-learning_rate=0.1-r1", "1cpu-steps=20-learning_rate=0.2-r1",
                 "2cpu-steps=10-learning_rate=0.1-r1", "2cpu-steps=20-learning_rate=0.2-r1"}));
  EXPECT_EQ(plan.head.axes, (Ids{"steps", "learning_rate"}));
}

TEST(Zip, IsMultipliedWithOtherAxesAndOtherZips) {
  const auto plan = plan_of(
      "scales: [1cpu]\nrepeats: 1\nsweep:\n  optimizer: [adam, sgd]\n  zip:\n"
      "    - {steps: [10, 20], learning_rate: [0.1, 0.2]}\n    - {precision: [fp32, bf16], evaluate: [yes, "
      "no]}\n");
  EXPECT_EQ(plan.runs.size(), 2U * 2 * 2);
  EXPECT_EQ(plan.head.axes, (Ids{"optimizer", "steps", "learning_rate", "precision", "evaluate"}));
  for (const auto& run : plan.runs) {
    EXPECT_EQ(setting_of(run, "steps") == "10", setting_of(run, "learning_rate") == "0.1") << run.id;
    EXPECT_EQ(setting_of(run, "precision") == "fp32", setting_of(run, "evaluate") == "yes") << run.id;
  }
}

TEST(Zip, MayRepeatAValueBesideAnotherOne) {
  const auto plan =
      plan_of("scales: [1cpu]\nrepeats: 1\nsweep: {zip: {steps: [1, 1], learning_rate: [0.1, 0.2]}}\n");
  EXPECT_EQ(plan.runs.size(), 2U);
}

TEST(Where, KeepsTheCombinationsForWhichAllHolds) {
  const std::string lines =
      "scales: [1cpu, 2cpu]\nrepeats: 1\nsweep:\n  steps: [1, 2, 3]\n"
      "  where: [ranks * steps <= 4, \"rung == '1cpu' or steps != 1\"]\n";
  EXPECT_EQ(ids_of_a_round(plan_of(lines)),
            (Ids{"1cpu-steps=1-r1", "1cpu-steps=2-r1", "1cpu-steps=3-r1", "2cpu-steps=2-r1"}));
  EXPECT_EQ(notices_of(lines), cited("sweep.yaml:7:11: note: 'where' leaves out 2 of 6 combinations",
                                     "  where: [ranks * steps <= 4, \"rung == '1cpu' or steps != 1\"]"));
}

TEST(Where, KnowsWhatARungIs) {
  const auto kept = [](const std::string& where) {
    const auto plan =
        plan_of("repeats: 1\nscales: [cpu, 1gpu, 2gpu, 2x2gpu]\nsweep: {where: " + where + "}\n", "cyclone");
    return ids_of_a_round(plan);
  };
  EXPECT_EQ(kept("nodes == 2"), (Ids{"2x2gpu-r1"}));
  EXPECT_EQ(kept("ranks >= 2"), (Ids{"2gpu-r1", "2x2gpu-r1"}));
  EXPECT_EQ(kept("ranks_per_node == 2"), (Ids{"2gpu-r1", "2x2gpu-r1"}));
  EXPECT_EQ(kept("gpus == 0"), (Ids{"cpu-r1"}));
  EXPECT_EQ(kept("gpus == 4"), (Ids{"2x2gpu-r1"}));
  EXPECT_EQ(kept("gpus_per_node == 1"), (Ids{"1gpu-r1"}));
  EXPECT_EQ(kept("cpus_per_task * ranks_per_node == 20"), (Ids{"2gpu-r1", "2x2gpu-r1"}));
  EXPECT_EQ(kept("per_rank_batch == 256"), (Ids{"2gpu-r1"}));
  EXPECT_EQ(kept("rung == 'cpu'"), (Ids{"cpu-r1"}));
}

TEST(Where, SparesWhatItLeavesOutFromAllJudgement) {
  const auto plan = plan_of(
      "scales: [1cpu, 2cpu, 64cpu]\nrepeats: 1\nsweep:\n  global_batch: [255, 256]\n  cpus_per_task: [1, 2]\n"
      "  where: ranks < 64 and ranks * cpus_per_task <= 2 and global_batch % ranks == 0\n");
  EXPECT_EQ(ids_of_a_round(plan),
            (Ids{"1cpu-global_batch=255-cpus_per_task=1-r1", "1cpu-global_batch=255-cpus_per_task=2-r1",
                 "1cpu-global_batch=256-cpus_per_task=1-r1", "1cpu-global_batch=256-cpus_per_task=2-r1",
                 "2cpu-global_batch=256-cpus_per_task=1-r1"}));
}

TEST(Where, LeavesTheSmallestOfWhatIsLeftAsTheBaseline) {
  const auto plan = plan_of("sweep: {where: ranks > 1}\n", "cyclone");
  EXPECT_EQ(plan.head.baseline, "2gpu");
  EXPECT_EQ(plan.head.baseline_reason, "the smallest GPU rung");
}

TEST(Where, WarnsOfValuesThatTheBaselineDoesNotRunWith) {
  EXPECT_EQ(notices_of("scales: [1cpu, 2cpu]\nsweep:\n  steps: [1, 2, 3]\n  optimizer: [adam, sgd]\n"
                       "  where: ranks > 1 or steps == 1\n"),
            cited("sweep.yaml:7:10: note: 'where' leaves out 4 of 12 combinations",
                  "  where: ranks > 1 or steps == 1") +
                cited("sweep.yaml:7:10: warning: no run of the baseline '1cpu' has steps 2, optimizer adam, "
                      "and 3 more",
                      "  where: ranks > 1 or steps == 1",
                      "values without a baseline get no speedup and no efficiency"));
  EXPECT_EQ(notices_of("scaling: throughput\nscales: [1cpu, 2cpu]\nsweep:\n  steps: [1, 2]\n"
                       "  where: ranks > 1 or steps == 1\n"),
            cited("sweep.yaml:7:10: note: 'where' leaves out 1 of 4 combinations",
                  "  where: ranks > 1 or steps == 1"));
}

TEST(Where, LeavesTheOrderOfASweepWithoutItAsItWas) {
  const std::string lines = "sweep: {steps: [1, 2, 3], where: ranks > 0}\n";
  EXPECT_EQ(ids_of(plan_of(lines)), ids_of(plan_of("sweep: {steps: [1, 2, 3]}\n")));
  EXPECT_EQ(notices_of(lines), "");
}

TEST(Formula, GivesEachRungItsOwnValue) {
  const auto plan = plan_of(
      "scales: [1cpu, 2cpu]\nrepeats: 1\nparameters:\n  learning_rate: = 0.1 * ranks * 3\n"
      "  steps: = max(10, 40 / ranks)\n  precision: = 'bf16'\n");
  EXPECT_EQ(setting_of(run_of(plan, "1cpu-r1"), "learning_rate"), "0.3");
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "learning_rate"), "0.6");
  EXPECT_EQ(*find(run_of(plan, "1cpu-r1").settings, "steps"), Value(std::int64_t{40}));
  EXPECT_EQ(*find(run_of(plan, "2cpu-r1").settings, "steps"), Value(std::int64_t{20}));
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "precision"), "bf16");
  EXPECT_EQ(plan.head.held, (Ids{"global_batch", "optimizer", "precision", "evaluate", "cpus_per_task"}));
  EXPECT_EQ(read_plan("", write_plan(plan)), plan);
}

TEST(Formula, MayFollowFromParametersInAnyOrder) {
  const auto plan = plan_of(
      "scales: [2cpu]\nrepeats: 1\nparameters:\n  learning_rate: = steps / 1000\n  steps: = per_rank_batch / "
      "2\n"
      "  global_batch: 64\nsweep: {cpus_per_task: [= 2 / ranks_per_node]}\n");
  const auto& run = run_of(plan, "2cpu-cpus_per_task=1-r1");
  EXPECT_EQ(setting_of(run, "steps"), "16");
  EXPECT_EQ(setting_of(run, "learning_rate"), "0.016");
}

TEST(Formula, OfABatchDecidesWhatFollowsFromIt) {
  const auto plan = plan_of(
      "scales: [1cpu, 2cpu]\nscaling: throughput\nparameters: {global_batch: = 96 * ranks}\nrepeats: 1\n");
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "global_batch"), "192");
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "per_rank_batch"), "96");
}

Plan plan_on_olivia(const std::string& lines) {
  const auto planned =
      plan_text("name: t\nrepeats: 1\ntorchrun: train.py\n" + lines, "olivia", {.workdir = "/home/ada"});
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned ? planned->plan : Plan{};
}

// Tensor and pipeline parallelism: 8 samples on 16 GPUs, where 4 GPUs hold one replica of the model.
TEST(DataParallel, SharesTheGlobalBatchAmongReplicas) {
  const auto plan = plan_on_olivia(
      "scales: [1x4gpu, 4x4gpu]\nparameters:\n  half: = per_rank_batch / 2\n"
      "  data_parallel: = ranks / (tp * pp)\n  tp: 2\n  pp: 2\n  global_batch: 8\n");
  const auto& run = run_of(plan, "4x4gpu-r1");
  EXPECT_EQ(setting_of(run, "data_parallel"), "4");
  EXPECT_EQ(setting_of(run, "global_batch"), "8");
  EXPECT_EQ(setting_of(run, "per_rank_batch"), "2");
  EXPECT_EQ(setting_of(run, "half"), "1");
  EXPECT_EQ(setting_of(run_of(plan, "1x4gpu-r1"), "per_rank_batch"), "8");
  EXPECT_EQ(read_plan("", write_plan(plan)), plan);
}

TEST(DataParallel, MultipliesTheBatchOfAReplicaInWeakScaling) {
  const auto plan = plan_on_olivia(
      "scaling: weak\nscales: [1x4gpu, 4x4gpu]\n"
      "parameters: {per_rank_batch: 3, data_parallel: = ranks / 4, samples: = 10 * global_batch}\n");
  EXPECT_EQ(setting_of(run_of(plan, "4x4gpu-r1"), "global_batch"), "12");
  EXPECT_EQ(setting_of(run_of(plan, "4x4gpu-r1"), "samples"), "120");
  EXPECT_EQ(setting_of(run_of(plan, "1x4gpu-r1"), "global_batch"), "3");
}

constexpr auto kSplits =
    "scales: [1x4gpu, 2x4gpu]\nparameters: {global_batch: 8, data_parallel: = ranks / (tp * pp)}\n"
    "sweep:\n  tp: [2, 4]\n  pp: [1, 2]\n";

// 4 ranks hold no half of a replica of 8.
TEST(DataParallel, NeedsToBeWholeOnlyInCombinationsThatWhereKeeps) {
  const Ids splits{"1x4gpu-tp=2-pp=1-r1", "1x4gpu-tp=2-pp=2-r1", "1x4gpu-tp=4-pp=1-r1", "2x4gpu-tp=2-pp=1-r1",
                   "2x4gpu-tp=2-pp=2-r1", "2x4gpu-tp=4-pp=1-r1", "2x4gpu-tp=4-pp=2-r1"};
  for (const auto* where :
       {"ranks % (tp * pp) == 0", "[data_parallel >= 1, ranks % (tp * pp) == 0]",
        "ranks % (tp * pp) == 0 and data_parallel >= 1", "[per_rank_batch < 9, ranks >= tp * pp]"})
    EXPECT_EQ(ids_of_a_round(plan_on_olivia(std::string(kSplits) + "  where: " + where + "\n")), splits)
        << where;
}

TEST(DataParallel, ThatIsNotWholeIsRefusedWhereNoConstraintLeavesItOut) {
  const auto refused = plan_text(
      "name: t\ntorchrun: train.py\n" + std::string(kSplits) + "  where: [tp < 8, data_parallel >= 1]\n",
      "olivia", {.workdir = "/home/ada"});
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      render(refused.error()),
      cited("sweep.yaml:4:46: error: 'data_parallel' must be a whole number from 1 to 2147483647, not '0.5'",
            "parameters: {global_batch: 8, data_parallel: = ranks / (tp * pp)}", "",
            {"on rung '1x4gpu': ranks = 4, tp = 4, pp = 2"}));
}

TEST(DataParallel, MayBeAnAxis) {
  const auto plan = plan_on_olivia(
      "scales: [1x4gpu]\nenv: {DP: \"{data_parallel}\"}\nparameters: {global_batch: 4}\nsweep: "
      "{data_parallel: [1, 2, 4]}\n");
  EXPECT_EQ(setting_of(run_of(plan, "1x4gpu-data_parallel=2-r1"), "per_rank_batch"), "2");
  EXPECT_EQ(setting_of(run_of(plan, "1x4gpu-data_parallel=4-r1"), "per_rank_batch"), "1");
}

TEST(Formula, InAnAxisStandsBesideOtherValues) {
  const auto plan = plan_of("scales: [2cpu]\nrepeats: 1\nsweep: {steps: [5, = ranks * 5, 20]}\n");
  EXPECT_EQ(ids_of_a_round(plan), (Ids{"2cpu-steps=10-r1", "2cpu-steps=20-r1", "2cpu-steps=5-r1"}));
}

TEST(Formula, IsAFormulaInQuotesToo) {
  const auto values = [](const std::string& lines) {
    const auto planned = plan_text("name: t\npython: [a.py, \"{foo}\"]\nscales: [4cpu]\nrepeats: 1\n" + lines,
                                   "local", {}, {.cores = {0, 1, 2, 3}});
    if (!planned) return render(planned.error());
    std::string texts;
    for (const auto& run : planned->plan.runs) texts += setting_of(run, "foo") + "\n";
    return texts;
  };
  for (const auto* written :
       {"parameters: {foo: \"= min(ranks, 2)\"}\n", "parameters: {foo: '= min(ranks, 2)'}\n",
        "parameters:\n  foo: = min(ranks, 2)\n", "parameters: {foo: \" =min(ranks, 2)\"}\n",
        "sweep: {foo: [\"= min(ranks, 2)\"]}\n", "sweep: {zip: {foo: ['= min(ranks, 2)'], bar: [1]}}\n"})
    EXPECT_EQ(values(written), "2\n") << written;
  EXPECT_EQ(values("parameters: {foo: \"= '= 5'\"}\n"), "= 5\n");
  EXPECT_EQ(values("parameters: {foo: \"= min(ranks, \"}\n"),
            cited("sweep.yaml:5:33: error: the expression ends where a number, a name or '(' is expected",
                  "parameters: {foo: \"= min(ranks, \"}"));
}

TEST(Names, OfRunsHoldNothingThatAFileSystemOrADirectiveCannot) {
  const auto planned = plan_text(
      "name: t\npython: [train.py, \"{prompt}\"]\nscales: [1cpu]\nrepeats: 1\nsweep:\n"
      "  prompt: [hello world, \"hello/world\", \"%j $(id)\\n'\", ünï, " +
      std::string(300, 'x') + "]\n");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(ids_of_a_round(planned->plan),
            (Ids{"1cpu-prompt=__n__~4-r1", "1cpu-prompt=_j___id___~3-r1", "1cpu-prompt=hello_world~1-r1",
                 "1cpu-prompt=hello_world~2-r1", "1cpu-prompt=" + std::string(32, 'x') + "~5-r1"}));
}

TEST(Names, OfRunsStayShort) {
  std::string axes;
  std::string words;
  for (const auto* name :
       {"aaaaaaaaaaaaaaaaaaaa", "bbbbbbbbbbbbbbbbbbbb", "cccccccccccccccccccc", "dddddddddddddddddddd"}) {
    axes += std::string("  ") + name + ": [" + std::string(30, 'x') + ", y]\n";
    words += std::string(" {") + name + "}";
  }
  const auto planned =
      plan_text("name: t\npython: train.py" + words + "\nscales: [1cpu]\nrepeats: 1\nsweep:\n" + axes);
  ASSERT_TRUE(planned) << render(planned.error());
  const auto ids = ids_of_a_round(planned->plan);
  ASSERT_EQ(ids.size(), 16U);
  EXPECT_EQ(std::adjacent_find(ids.begin(), ids.end()), ids.end());
  EXPECT_EQ(std::count(ids.begin(), ids.end(), "1cpu-combination=1-r1"), 1);
  for (const auto& id : ids) EXPECT_LE(id.size(), 153U) << id;
}

TEST(Accumulation, DividesTheShareOfARankIntoMicroSteps) {
  const auto planned = plan_text(
      "name: t\nscales: [1cpu, 2cpu]\nrepeats: 1\ncommand: [true, \"{ranks}\"]\n"
      "metrics: {time: {regex: '{number}', unit: ms/micro_step}}\n"
      "parameters: {global_batch: 64, per_gpu: 8, accumulate: = global_batch / (ranks * per_gpu)}\n");
  ASSERT_TRUE(planned) << render(planned.error());
  const auto& plan = planned->plan;
  EXPECT_EQ(setting_of(run_of(plan, "1cpu-r1"), "accumulate"), "8");
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "accumulate"), "4");
  EXPECT_EQ(setting_of(run_of(plan, "1cpu-r1"), "per_rank_batch"), "8");
  EXPECT_EQ(setting_of(run_of(plan, "2cpu-r1"), "per_rank_batch"), "8");
}

}  // namespace
}  // namespace scalegen
