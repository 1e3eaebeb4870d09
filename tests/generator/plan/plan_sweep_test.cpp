#include "generator/plan/plan_sweep.hpp"

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <set>
#include <sstream>

#include "generator/plan/price.hpp"
#include "tests/generator/plans.hpp"
#include "tests/generator/sweeps.hpp"

namespace scalegen {
namespace {

std::vector<std::string> rungs_of(const Plan& plan) {
  std::vector<std::string> rungs;
  for (const auto& run : plan.runs)
    if (std::find(rungs.begin(), rungs.end(), run.rung.name) == rungs.end()) rungs.push_back(run.rung.name);
  std::sort(rungs.begin(), rungs.end());
  return rungs;
}

TEST(PlanSweep, WarnsOfABudgetThatNoRunHasAPriceIn) {
  const auto warnings = [](const std::string& budget) {
    const auto planned = plan_text(
        "name: t\nworkload: mnist_cnn\nscales: [1cpu, 2cpu]\nadvise: {budget: " + budget + ", steps: 6e6}\n");
    return planned ? render(planned->warnings) : render(planned.error());
  };
  EXPECT_EQ(warnings("80 bananas"),
            cited("sweep.yaml:4:18: warning: the budget is in 'bananas', and no run has a price in it",
                  "advise: {budget: 80 bananas, steps: 6e6}", "write one of node-hours, core-hours"));
  EXPECT_EQ(warnings("80 CPU hours"), "");
}

TEST(PlanSweep, TurnsTheBundledExampleIntoRoundsOfEachRung) {
  const auto planned = plan_text(read_text(SCALEGEN_SOURCE_DIR "/examples/mnist.yaml"));
  ASSERT_TRUE(planned);
  const PlanHead head{.name = "mnist",
                      .cluster = "local",
                      .scheduler = SchedulerKind::local,
                      .workload = "mnist_cnn",
                      .dataset = "synthetic digits",
                      .scalings = {Scaling::strong},
                      .baseline = "1cpu",
                      .baseline_reason = "the smallest rung",
                      .rounds = 3,
                      .seed = 7,
                      .held = {"steps", "global_batch", "optimizer", "learning_rate", "precision", "evaluate",
                               "cpus_per_task"},
                      .launch = {.monitor = {.fields = {"timestamp", "index", "uuid", "utilization.gpu",
                                                        "memory.used", "power.draw", "clocks.sm"}},
                                 .cores = {0, 1},
                                 .program = "/opt/scalegen-train"}};
  EXPECT_EQ(planned->plan.head, head);
  EXPECT_EQ(ids_of(planned->plan),
            (std::vector<std::string>{"1cpu-r1", "2cpu-r1", "1cpu-r2", "2cpu-r2", "1cpu-r3", "2cpu-r3"}));
  EXPECT_TRUE(planned->warnings.empty());
  std::istringstream words(
      "/opt/scalegen-train --model mnist_cnn --data synthetic --steps 40 --global-batch 512 --optimizer adam "
      "--learning-rate 0.001 --precision fp32 --evaluate yes --threads 1 --device cpu --seed 7");
  const std::vector<std::string> command{std::istream_iterator<std::string>(words),
                                         std::istream_iterator<std::string>()};
  const scalegen::Run expected{
      .id = "2cpu-r2",
      .rung = {.name = "2cpu", .device = DeviceKind::cpu, .nodes = 1, .ranks_per_node = 2},
      .round = 2,
      .settings = {{"steps", std::int64_t{40}},
                   {"global_batch", std::int64_t{512}},
                   {"per_rank_batch", std::int64_t{256}},
                   {"optimizer", "adam"},
                   {"learning_rate", 0.001},
                   {"precision", "fp32"},
                   {"evaluate", "yes"},
                   {"cpus_per_task", std::int64_t{1}}},
      .resources = {.nodes = 1,
                    .tasks_per_node = 2,
                    .cpus_per_task = 1,
                    .time_limit = std::chrono::minutes(10)},
      .command = command,
      .rate = {.core_hours = 2, .gpu_hours = 0}};
  EXPECT_EQ(run_of(planned->plan, "2cpu-r2"), expected);
  EXPECT_EQ(planned->plan.jobs[3], (Job{"2cpu-r2", {"2cpu-r2"}}));
}

TEST(PlanSweep, TakesTheSitesOwnLadder) {
  const auto plan = plan_of("repeats: 1\n", "cyclone");
  EXPECT_EQ(rungs_of(plan), (std::vector<std::string>{"1gpu", "2gpu", "2x2gpu", "cpu"}));
  EXPECT_EQ(plan.head.baseline, "1gpu");
  EXPECT_EQ(plan.head.baseline_reason, "the smallest GPU rung");
  const auto& cpu = run_of(plan, "cpu-r1");
  EXPECT_EQ(cpu.resources.partition, "cpu");
  EXPECT_EQ(cpu.resources.cpus_per_task, 10);
  EXPECT_EQ(cpu.rate, (Rate{10, 0}));
  const auto& gpus = run_of(plan, "2x2gpu-r1");
  EXPECT_EQ(gpus.rung, (Rung{"2x2gpu", DeviceKind::gpu, 2, 2}));
  EXPECT_EQ(gpus.resources, (Resources{.nodes = 2,
                                       .tasks_per_node = 2,
                                       .cpus_per_task = 10,
                                       .gpus_per_node = 2,
                                       .time_limit = std::chrono::minutes(10),
                                       .partition = "gpu",
                                       .architecture = "x86_64"}));
  EXPECT_EQ(gpus.rate, (Rate{40, 4}));
  EXPECT_EQ(gpus.command->front(), "~/scalegen/cyclone/bin/scalegen-train");
  EXPECT_EQ(*find(gpus.settings, "per_rank_batch"), Value(std::int64_t{128}));
}

TEST(PlanSweep, ClimbsByPowersOfTwoToTheCoresAndGpusOfThisMachine) {
  EXPECT_EQ(rungs_of(plan_of("", "local", {.cores = {0}})), (std::vector<std::string>{"1cpu"}));
  EXPECT_EQ(rungs_of(plan_of("", "local", {.cores = {0, 2, 4, 6, 8, 10}, .gpus = 3})),
            (std::vector<std::string>{"1cpu", "1gpu", "2cpu", "2gpu", "4cpu"}));
  const auto none = plan_text(sweep_text(""), "local", {}, {});
  ASSERT_FALSE(none);
  EXPECT_EQ(render(none.error()), "error: this machine has no core that a sweep may use\n");
}

TEST(PlanSweep, KnowsWhatAWholeNodeIs) {
  EXPECT_EQ(run_of(plan_of("scales: [2nodes]\n", "cyclone"), "2nodes-r1").rung,
            (Rung{"2nodes", DeviceKind::gpu, 2, 4}));
  EXPECT_EQ(run_of(plan_of("scales: [1node]\npartition: cpu\n", "cyclone"), "1node-r1").rung,
            (Rung{"1node", DeviceKind::cpu, 1, 4}));
  EXPECT_EQ(run_of(plan_of("scales: 1node\n", "local", {.cores = {0, 1, 2, 3}}), "1node-r1").rung,
            (Rung{"1node", DeviceKind::cpu, 1, 4}));
}

TEST(PlanSweep, ReadsListsOfNodesAndGpus) {
  EXPECT_EQ(rungs_of(plan_of("nodes: [1, 2]\ngpus_per_node: [1, 4]\n", "cyclone")),
            (std::vector<std::string>{"1gpu", "2x1gpu", "2x4gpu", "4gpu"}));
  EXPECT_EQ(rungs_of(plan_of("nodes: [1, 2]\n", "cyclone")), (std::vector<std::string>{"1node", "2nodes"}));
  EXPECT_EQ(rungs_of(plan_of("gpus_per_node: 2\n", "cyclone")), (std::vector<std::string>{"2gpu"}));
}

TEST(PlanSweep, KeepsTheBatchOfEachRankInWeakScaling) {
  const auto plan = plan_of("scaling: weak\nparameters: {per_rank_batch: 64}\n");
  const auto& run = run_of(plan, "2cpu-r1");
  EXPECT_EQ(*find(run.settings, "global_batch"), Value(std::int64_t{128}));
  EXPECT_EQ(*find(run.settings, "per_rank_batch"), Value(std::int64_t{64}));
  EXPECT_NE(std::find(run.command->begin(), run.command->end(), "--per-rank-batch"), run.command->end());
  EXPECT_EQ(std::find(run.command->begin(), run.command->end(), "--global-batch"), run.command->end());
  EXPECT_EQ(plan.head.held, (std::vector<std::string>{"steps", "per_rank_batch", "optimizer", "learning_rate",
                                                      "precision", "evaluate", "cpus_per_task"}));
}

TEST(PlanSweep, LetsEachRungHaveItsOwnBatchWhereThroughputIsAsked) {
  const auto plan = plan_of("scaling: throughput\nsweep: {per_rank_batch: [64, 128]}\n");
  EXPECT_EQ(*find(run_of(plan, "2cpu-per_rank_batch=128-r1").settings, "global_batch"),
            Value(std::int64_t{256}));
  EXPECT_EQ(*find(run_of(plan_of("scaling: throughput\n"), "2cpu-r1").settings, "global_batch"),
            Value(std::int64_t{512}));
}

TEST(PlanSweep, MultipliesAxesAndRunsEachCombinationOnceARound) {
  const auto plan = plan_of("sweep: {optimizer: [adam, sgd], epochs: [1, 2]}\nrepeats: 2\nseed: 3\n");
  EXPECT_EQ(plan.runs.size(), 2U * 2 * 2 * 2);
  EXPECT_EQ(plan.head.axes, (std::vector<std::string>{"optimizer", "epochs"}));
  const auto ids = ids_of(plan);
  EXPECT_EQ(std::set<std::string>(ids.begin(), ids.end()).size(), ids.size());
  for (std::size_t i = 0; i < ids.size(); ++i) EXPECT_EQ(plan.runs[i].round, i < 8 ? 1 : 2);
  EXPECT_EQ(*find(run_of(plan, "1cpu-epochs=2-optimizer=sgd-r2").settings, "epochs"), Value(std::int64_t{2}));
  EXPECT_EQ(find(plan.runs.front().settings, "steps"), nullptr);
}

TEST(PlanSweep, ShufflesBySeedAndRound) {
  const auto seven = ids_of(plan_of("sweep: {steps: [1, 2, 3, 4, 5, 6]}\n"));
  EXPECT_EQ(seven, ids_of(plan_of("sweep: {steps: [1, 2, 3, 4, 5, 6]}\nseed: 7\n")));
  EXPECT_NE(seven, ids_of(plan_of("sweep: {steps: [1, 2, 3, 4, 5, 6]}\nseed: 8\n")));
}

TEST(PlanSweep, PricesRunsAtTheirTimeLimit) {
  const auto plan = plan_of("repeats: 2\ntime_limit: 30m\n", "cyclone");
  EXPECT_EQ(plan::price(plan, {{"one", {"2x2gpu-r1"}}}), (plan::Price{20, 2}));
  EXPECT_EQ(plan::price(plan, plan.jobs),
            (plan::Price{2 * 0.5 * (10 + 10 + 20 + 40), 2 * 0.5 * (0 + 1 + 2 + 4)}));
}

TEST(PlanSweep, PricesTheJobThatPreparesAndKeepsItWithinItsPartition) {
  const auto with_limit = [](const std::string& limit, const std::string& cluster) {
    return plan_text(sweep_text("repeats: 1\ntime_limit: 30m\nscales: [1gpu, 2gpu]\n"
                                "prepare: {in_job: make, time_limit: " +
                                limit + "}\n"),
                     cluster);
  };
  const auto planned = with_limit("2h", "cyclone");
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(plan::price(planned->plan, planned->plan.jobs),
            (plan::Price{0.5 * (10 + 20) + 2 * 10, 0.5 * 3 + 2}));
  const auto refused = with_limit("300d", "param_rudra");
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().front().message,
            "the job that prepares asks for more time than partition 'gpu-debug' has");
}

TEST(PlanSweep, PutsTheCommandLineBeforeTheFileAndTheUsersSettingsAfterIt) {
  plan::PlanOptions options;
  options.overrides = {.account = "p1", .partition = "gpu"};
  options.fallbacks = {.account = "p3", .qos = "low"};
  const auto planned = plan_text(sweep_text("account: p2\npartition: cpu\nscales: [1gpu]\ndata: ~/mnist\n"),
                                 "cyclone", options);
  ASSERT_TRUE(planned) << render(planned.error());
  EXPECT_EQ(planned->plan.head.launch.account, "p1");
  EXPECT_EQ(planned->plan.head.launch.qos, "low");
  EXPECT_EQ(planned->plan.head.launch.data_folder, "~/mnist");
  EXPECT_EQ(
      planned->plan.head.launch.data_sets,
      (std::vector<std::string>{
          "train-images-idx3-ubyte train-labels-idx1-ubyte t10k-images-idx3-ubyte t10k-labels-idx1-ubyte"}));
  EXPECT_EQ(planned->plan.runs.front().resources.partition, "gpu");
  EXPECT_EQ(planned->plan.head.dataset, "");
}

TEST(PlanSweep, AsksForTheQosOfTheSiteIfNobodyNamesOne) {
  const TemporaryFolder folder;
  const auto path = (folder.path() / "site.yaml").string();
  ASSERT_TRUE(write_file(path,
                         "extends: cyclone\nname: site\nrequests:\n"
                         "  qos: {default: short, levels: [{name: short, max_time: 5m}, {name: long}]}\n"));
  const auto qos = [&](const std::string& lines, plan::PlanOptions options = {}) {
    options.overrides.account = "p1";
    const auto planned = plan_text(sweep_text("scales: [1gpu]\n" + lines), path, options);
    return planned ? planned->plan.head.launch.qos : render(planned.error());
  };
  EXPECT_EQ(qos("time_limit: 5m\n"), "short");
  EXPECT_EQ(qos("qos: long\n"), "long");
  EXPECT_EQ(qos("", {.fallbacks = {.qos = "long"}}), "long");
  EXPECT_EQ(qos("time_limit: 10m\n"),
            cited("sweep.yaml:4:13: error: a time limit of 10 min is more than the 5 min of QoS 'short'",
                  "time_limit: 10m", "", {path + ":4 sets max_time: 00:05:00"}));
}

TEST(PlanSweep, GivesRunsTheTimeLimitOfTheCommandLineOrOfTheFile) {
  plan::PlanOptions options;
  const auto limit = [&] {
    const auto planned = plan_text(sweep_text("time_limit: 10m\nscales: [1gpu]\n"), "cyclone", options);
    return planned ? planned->plan.runs.front().resources.time_limit : std::chrono::seconds(0);
  };
  EXPECT_EQ(limit(), std::chrono::minutes(10));
  options.time_limit = std::chrono::minutes(5);
  EXPECT_EQ(limit(), std::chrono::minutes(5));
}

// On Cyclone, whose nodes have four GPUs and are shared.
TEST(PlanSweep, WarnsWhereOnlySmallRungsShareTheirNodes) {
  const auto warnings = [](const std::string& lines, bool one_allocation = false) {
    const auto planned =
        plan_text(sweep_text("account: p1\n" + lines), "cyclone", {.one_allocation = one_allocation});
    return planned ? render(planned->warnings) : render(planned.error());
  };
  EXPECT_EQ(warnings("scales: [1gpu, 4gpu, 2x4gpu]\n"),
            "warning: other jobs may share the nodes of 1gpu, but not those of 4gpu, 2x4gpu: what they slow "
            "down looks like scaling\n"
            "      = hint: for whole nodes, at their price, add 'sbatch: [--exclusive]' to the sweep file\n");
  EXPECT_EQ(warnings("scales: [1gpu, 4gpu]\nsbatch: [--exclusive]\n"), "");
  EXPECT_NE(warnings("scales: [1gpu, 4gpu]\nsbatch: [--exclusive=user]\n"), "");
  EXPECT_EQ(warnings("scales: [1gpu, 4gpu]\n", true), "");
  EXPECT_EQ(warnings("scales: [1gpu]\n"), "");
  EXPECT_EQ(warnings("scales: [4gpu, 2x4gpu]\n"), "");
}

TEST(PlanSweep, RefusesWordsOfTheCommandLineThatNoDirectiveHolds) {
  plan::PlanOptions options;
  options.overrides.account = "a b";
  options.fallbacks.qos = "x\ny";
  EXPECT_EQ(errors_of(sweep_text(""), "cyclone", options),
            "error: a line '#SBATCH --account' cannot hold 'a b'\n"
            "error: a line '#SBATCH --qos' cannot hold 'x\ny'\n");
}

TEST(PlanSweep, WarnsWhereASiteWantsAnAccount) {
  const auto planned = plan_text(sweep_text(""), "cyclone");
  ASSERT_TRUE(planned);
  EXPECT_EQ(render(planned->warnings),
            "warning: 'cyclone' requires an account for each job\n"
            "      = hint: add 'account:' to the sweep file, or --account\n");
  EXPECT_TRUE(plan_text(sweep_text("account: p1\n"), "cyclone")->warnings.empty());
}

namespace fs = std::filesystem;

const fs::path kFolder = SCALEGEN_SOURCE_DIR "/tests/invalid";

std::vector<std::string> invalid_sweeps() {
  std::vector<std::string> names;
  for (const auto& entry : fs::directory_iterator(kFolder))
    if (entry.path().extension() == ".yaml") names.push_back(entry.path().stem().string());
  std::sort(names.begin(), names.end());
  return names;
}

class InvalidSweep : public testing::TestWithParam<std::string> {};

// Files named cyclone_... are judged for Cyclone, all others for two cores of this machine.
TEST_P(InvalidSweep, IsRefusedInTheseWords) {
  const auto& name = GetParam();
  const auto text =
      errors_of(read_text(kFolder / (name + ".yaml")), name.starts_with("cyclone") ? "cyclone" : "local");
  const auto expected = kFolder / (name + ".expected");
  if (std::getenv("SCALEGEN_UPDATE_GOLDEN") != nullptr) std::ofstream(expected) << text;
  EXPECT_EQ(text, read_text(expected));
}

INSTANTIATE_TEST_SUITE_P(All, InvalidSweep, testing::ValuesIn(invalid_sweeps()),
                         [](const auto& test) { return test.param; });

}  // namespace
}  // namespace scalegen
