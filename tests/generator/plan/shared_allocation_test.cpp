// --one-allocation: the runs of a partition in turn on the same nodes.
#include "generator/plan/shared_allocation.hpp"

#include "generator/plan/price.hpp"
#include "tests/generator/plans.hpp"

namespace scalegen {
namespace {

Result<plan::PlannedSweep> shared(const std::string& lines, const std::string& cluster) {
  return plan_text(sweep_text("account: p1\n" + lines), cluster, {.one_allocation = true});
}

Plan shared_plan(const std::string& lines, const std::string& cluster = "cyclone") {
  const auto planned = shared(lines, cluster);
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned ? planned->plan : Plan{};
}

std::string refusal(const std::string& lines, const std::string& cluster = "cyclone") {
  const auto planned = shared(lines, cluster);
  return planned ? "not refused" : render(planned.error());
}

/// "gpu-r1-r2: 1gpu-r1 2gpu-r1 ... on 2 nodes of 2 GPUs and 12 cores for 60 min" by line
std::string jobs_of(const Plan& plan) {
  std::string text;
  for (const auto& job : plan.jobs) {
    text += job.id + ":";
    for (const auto& run : job.runs) text += " " + run;
    const auto& r = job.shared.value().resources;
    text += " on " + std::to_string(r.nodes) + " x " + std::to_string(r.gpus_per_node) + " GPUs, " +
            std::to_string(r.tasks_per_node * r.cpus_per_task) + " cores for " +
            std::to_string(r.time_limit.count()) + " s\n";
  }
  return text;
}

TEST(ShareAllocations, GivesTheRunsOfAPartitionTheNodesOfTheLargest) {
  const auto plan = shared_plan("scales: [cpu, 1gpu, 2x2gpu]\nrepeats: 2\ntime_limit: 5m\nseed: 1\n");
  EXPECT_EQ(jobs_of(plan),
            "gpu-r1-r2: 1gpu-r1 2x2gpu-r1 2x2gpu-r2 1gpu-r2 on 2 x 2 GPUs, 20 cores for 1200 s\n"
            "cpu-r1-r2: cpu-r1 cpu-r2 on 1 x 0 GPUs, 10 cores for 600 s\n");
  EXPECT_EQ(plan.runs.size(), 6U);
}

// By themselves those that leave nodes to others would go to small-g.
TEST(ShareAllocations, PutsAllRungsOfADeviceWhereTheLargestGoes) {
  const auto plan =
      shared_plan("scales: [1gpu, 8gpu, 2x8gpu]\nrepeats: 1\ntime_limit: 5m\nseed: 1\n", "lumi");
  EXPECT_EQ(jobs_of(plan), "gpu-r1: 8gpu-r1 1gpu-r1 2x8gpu-r1 on 2 x 8 GPUs, 56 cores for 900 s\n");
  for (const auto& run : plan.runs) EXPECT_EQ(run.resources.partition, "standard-g") << run.id;
  const auto small = shared_plan("scales: [1gpu, 2gpu]\nrepeats: 1\ntime_limit: 5m\n", "lumi");
  EXPECT_EQ(small.runs.front().resources.partition, "small-g");
}

TEST(ShareAllocations, CostsTheLargestForTheTimeOfAll) {
  const auto plan = shared_plan("scales: [1gpu, 2x2gpu]\nrepeats: 3\ntime_limit: 10m\n");
  EXPECT_EQ(plan::price(plan, plan.jobs), (plan::Price{.core_hours = 40, .gpu_hours = 4}));
}

TEST(ShareAllocations, SplitsWholeRoundsWhereOneJobMayNotBeLongEnough) {
  const auto plan =
      shared_plan("scales: [1gpu, 2gpu]\nrepeats: 3\ntime_limit: 50m\npartition: dev-g\nseed: 1\n", "lumi");
  EXPECT_EQ(jobs_of(plan),
            "gpu-r1: 2gpu-r1 1gpu-r1 on 1 x 2 GPUs, 14 cores for 6000 s\n"
            "gpu-r2: 2gpu-r2 1gpu-r2 on 1 x 2 GPUs, 14 cores for 6000 s\n"
            "gpu-r3: 1gpu-r3 2gpu-r3 on 1 x 2 GPUs, 14 cores for 6000 s\n");
}

TEST(ShareAllocations, RefusesARoundThatNoJobMayBeLongEnoughFor) {
  EXPECT_EQ(
      refusal("scales: [1gpu, 2gpu]\nrepeats: 3\ntime_limit: 2h\npartition: dev-g\n", "lumi"),
      cited("sweep.yaml:6:13: error: one round of 2 runs may take 4 h, too long for one allocation",
            "time_limit: 2h", "shorten time_limit, which is that of one run, or leave out --one-allocation",
            {"partition 'dev-g' allows 3 h"}));
}

TEST(ShareAllocations, WantsARungThatHoldsAllOthers) {
  EXPECT_EQ(refusal("scales: [4gpu, 2x1gpu]\n"),
            "error: no rung is as large as all others, as one allocation requires: '2x1gpu' has the most "
            "nodes, and '4gpu' the most on a node\n"
            "      = hint: leave out one of them, or leave out --one-allocation\n");
}

TEST(ShareAllocations, IsForAClusterOnly) {
  const auto planned = plan_text(sweep_text("scales: [1cpu]\n"), "local", {.one_allocation = true});
  EXPECT_EQ(render(planned.error()),
            "error: --one-allocation is for a cluster: this machine has one run after the other\n"
            "      = hint: leave it out, or choose a cluster with --cluster\n");
}

TEST(ShareAllocations, IsNotForACommandWhicheverLauncherTheSweepNames) {
  for (const auto* launcher : {"", "launcher: srun\n"})
    EXPECT_EQ(errors_of("name: t\ncommand: srun ./a {ranks}\nscales: [1gpu, 2gpu]\naccount: p\n" +
                            std::string(launcher),
                        "cyclone", {.one_allocation = true}),
              "error: a command that is started once has all nodes of its job: it cannot share them\n"
              "      = hint: leave out --one-allocation; a program in Python can share them, with 'python:' "
              "or 'torchrun:' instead of 'command:'\n");
}

TEST(ShareAllocations, IsForAProgramInPythonAsTheHintSays) {
  for (const auto* key : {"python", "torchrun"})
    EXPECT_EQ(errors_of(std::string("name: t\n") + key + ": a.py {ranks}\nscales: [1gpu, 2gpu]\naccount: p\n",
                        "cyclone", {.one_allocation = true}),
              "no error\n")
        << key;
}

}  // namespace
}  // namespace scalegen
