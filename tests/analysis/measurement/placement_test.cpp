#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/measurement/placement.hpp"
#include "analysis/readers/placement_log.hpp"
#include "core/files.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

TaskPlacement task_on(const std::string& host, std::optional<int> rank, const std::string& cores,
                      std::string gpus = "") {
  return {host, rank, cores, parse_core_list(cores).value_or(std::vector<int>{}), std::move(gpus)};
}

/// Two nodes with two ranks each, and four cores a rank.
Run two_by_two() {
  return {.rung = {.name = "2x2cpu", .nodes = 2, .ranks_per_node = 2},
          .resources = {.nodes = 2, .tasks_per_node = 2, .cpus_per_task = 4}};
}

Run with_gpus(Run run) {
  run.rung.device = DeviceKind::gpu;
  run.resources.gpus_per_node = run.rung.ranks_per_node;
  return run;
}

Placement as_asked() {
  return {.tasks = {task_on("n1", 0, "0-3"), task_on("n1", 1, "4-7"), task_on("n2", 2, "0-3"),
                    task_on("n2", 3, "4-7")}};
}

std::vector<std::string> of_ranks(const Run& run, const Placement& found) {
  return placement_differences(run, Start::each_rank, found);
}

TEST(PlacementDifferences, AreNoneWhereAllIsAsAskedNothingWasRecordedOrUnboundRanksHaveEnough) {
  EXPECT_THAT(of_ranks(two_by_two(), as_asked()), IsEmpty());
  EXPECT_THAT(of_ranks(two_by_two(), {}), IsEmpty());
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), {.gpus = {{"n1", "0", "GPU-a", "", ""}}}), IsEmpty());
  auto found = as_asked();
  for (auto& task : found.tasks) task = task_on(task.host, task.rank, "0-7");
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty());
  for (auto& task : found.tasks) task = task_on(task.host, task.rank, "");  // nor if cores were not recorded
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty());
}

TEST(PlacementDifferences, NameTheNodesWhereRanksWereOnOthers) {
  auto found = as_asked();
  for (auto& task : found.tasks) task.host = "n1";
  found.tasks[2] = task_on("n1", 2, "8-11");
  found.tasks[3] = task_on("n1", 3, "12-15");
  EXPECT_THAT(of_ranks(two_by_two(), found),
              ElementsAre("asked for 2 nodes with 2 ranks each, found 4 ranks on n1"));
  found = as_asked();
  found.tasks[1] = task_on("n2", 1, "8-11");
  EXPECT_THAT(of_ranks(two_by_two(), found),
              ElementsAre("asked for 2 nodes with 2 ranks each, found 1 rank on n1, 3 ranks on n2"));
  found = as_asked();
  found.tasks.pop_back();
  EXPECT_THAT(of_ranks(two_by_two(), found),
              ElementsAre("asked for 2 nodes with 2 ranks each, found 2 ranks on n1, 1 rank on n2"));
}

TEST(PlacementDifferences, NameTheRanksThatHadTooFewCores) {
  auto found = as_asked();
  found.tasks[1] = task_on("n1", 1, "4");
  EXPECT_THAT(of_ranks(two_by_two(), found), ElementsAre("rank 1 on n1 had 1 core, asked for 4"));
  found.tasks[2] = task_on("n2", 2, "0");
  EXPECT_THAT(of_ranks(two_by_two(), found),
              ElementsAre("rank 1 on n1, rank 2 on n2 had 1 core each, asked for 4"));
}

TEST(PlacementDifferences, AreFewWhereRanksAreMany) {
  auto run = two_by_two();
  run.rung = {.name = "12cpu", .nodes = 1, .ranks_per_node = 12};
  Placement found;
  for (int rank = 0; rank < 12; ++rank) found.tasks.push_back(task_on("n1", rank, std::to_string(rank)));
  EXPECT_THAT(
      of_ranks(run, found),
      ElementsAre("rank 0 on n1, rank 1 on n1, rank 2 on n1, rank 3 on n1, rank 4 on n1, rank 5 on n1, "
                  "rank 6 on n1, rank 7 on n1 and 4 more had 1 core each, asked for 4"));
}

TEST(PlacementDifferences, NameTheNodeWhoseRanksShareTooFewCores) {
  auto found = as_asked();
  found.tasks[3] = task_on("n2", 3, "0-3");
  EXPECT_THAT(of_ranks(two_by_two(), found), ElementsAre("2 ranks on n2 share 4 cores, asked for 4 each"));
  found.tasks[3] = task_on("n2", 3, "3-6");
  EXPECT_THAT(of_ranks(two_by_two(), found), ElementsAre("2 ranks on n2 share 7 cores, asked for 4 each"));
}

// As torchrun's steps were given those of their job, whatever its rung had asked for.
TEST(PlacementDifferences, NameTheNodeWhoseRanksHaveMoreCores) {
  auto found = as_asked();
  const auto bind = [&](bool is_bound) {
    for (auto& task : found.tasks) {
      task = task_on(task.host, task.rank, "0-9");
      task.is_bound = is_bound;
    }
  };
  bind(true);
  EXPECT_THAT(of_ranks(two_by_two(), found), ElementsAre("2 ranks on n1 may use 10 cores, asked for 4 each",
                                                         "2 ranks on n2 may use 10 cores, asked for 4 each"));
  bind(false);  // what a site without bindings lets all jobs do, and what old records do not tell
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty());
  auto whole = two_by_two();
  whole.rung = {.name = "2cpu", .nodes = 1, .ranks_per_node = 2};
  whole.resources.whole_nodes = true;
  found.tasks = {task_on("n1", {}, "0-9")};
  found.tasks[0].is_bound = true;
  EXPECT_THAT(placement_differences(whole, Start::once, found), IsEmpty());
  whole.resources.whole_nodes = false;
  EXPECT_THAT(placement_differences(whole, Start::once, found),
              ElementsAre("1 command on n1 may use 10 cores, asked for 8"));
}

TEST(UnboundRanks, AreThoseThatMayUseCoresOfOthers) {
  const auto unbound = [](std::vector<TaskPlacement> tasks) {
    return unbound_ranks(two_by_two(), Start::each_rank, {.tasks = std::move(tasks)});
  };
  EXPECT_EQ(unbound(as_asked().tasks), "");
  EXPECT_EQ(unbound({}), "");
  EXPECT_EQ(unbound({task_on("n1", 0, "0-7"), task_on("n1", 1, "0-7"), task_on("n2", 2, "0-3")}),
            "2 ranks on n1 may use cores of other ranks: up to 8, and asked for 4");
  EXPECT_EQ(unbound({task_on("n1", 0, "0-7"), task_on("n1", 1, "4-7")}),
            "1 rank on n1 may use cores of other ranks: up to 8, and asked for 4");
  EXPECT_EQ(unbound({task_on("n1", 0, "0-7"), task_on("n2", 1, "0-7")}), "") << "alone on their nodes";
  EXPECT_EQ(unbound({task_on("n1", 0, "0-5"), task_on("n1", 1, "6-11")}), "") << "none of the others";
  EXPECT_EQ(unbound({task_on("n1", 0, "0-3"), task_on("n1", 1, "0-3")}), "") << "a difference already";
}

TEST(PlacementDifferences, AreOfOneTorchrunANodeOrOfTheFirstNodeOfACommand) {
  auto run = with_gpus(two_by_two());
  run.resources.tasks_per_node = 1;
  run.resources.cpus_per_task = 8;
  Placement found{.tasks = {task_on("n1", {}, "0-7", "0,1"), task_on("n2", {}, "0-7", "0,1")}};
  EXPECT_THAT(placement_differences(run, Start::each_node, found), IsEmpty());
  found.tasks = {task_on("n1", {}, "0-7", "0"), task_on("n1", {}, "8-15", "0,1")};
  EXPECT_THAT(placement_differences(run, Start::each_node, found),
              ElementsAre("asked for 2 nodes with 1 torchrun each, found 2 torchruns on n1",
                          "torchrun on n1 could see 1 GPU (0), asked for 2"));
  run = two_by_two();
  run.resources.tasks_per_node = 1;
  run.resources.cpus_per_task = 8;
  EXPECT_THAT(placement_differences(run, Start::once, {.tasks = {task_on("n1", {}, "0-7")}}), IsEmpty());
  EXPECT_THAT(placement_differences(run, Start::once, {.tasks = {task_on("n1", {}, "0-3")}}),
              ElementsAre("command on n1 had 4 cores, asked for 8"));
}

TEST(PlacementDifferences, NameRanksThatSeeNoGpu) {
  auto found = as_asked();
  for (auto& task : found.tasks) task.visible_gpus = "0";
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), IsEmpty());
  found.tasks[1].visible_gpus = "NoDevFiles";
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found),
              ElementsAre("rank 1 on n1 could see 0 GPUs (NoDevFiles), asked for 1"));
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty()) << "no GPUs requested";
}

TEST(PlacementDifferences, NameNodesWithFewerGpusThanRanksOrWithOneGpu) {
  auto found = as_asked();
  found.gpus = {{"n1", "0", "GPU-a", "", ""}, {"n1", "1", "GPU-b", "", ""}, {"n2", "0", "GPU-c", "", ""}};
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), ElementsAre("n2 has 1 GPU, for 2 ranks"));
  found.gpus.push_back({"n2", "1", "GPU-d", "", ""});
  found.gpus.push_back({"n2", "2", "GPU-e", "", ""});
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), IsEmpty()) << "others may have the third";
  found.gpus = {{"n1", "0", "GPU-a", "", ""},
                {"n1", "1", "GPU-b", "", ""},
                {"n2", "0", "GPU-a", "", ""},
                {"n2", "1", "GPU-d", "", ""}};
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), ElementsAre("n1 and n2 have the same GPU, GPU-a"));
}

// Scripts of before wrote each byte of SLURM_COMMENT as it was.
TEST(Placement, HasTheGpusOfAnOlderRecordThatIsNotUtf8) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "environment.json",
                         "{\"cpu\": \"EPYC\", \"slurm\": {\"SLURM_COMMENT\": \"caf\xe9\"}, "
                         "\"gpus\": [{\"host\": \"n1\", \"index\": \"0\", \"uuid\": \"GPU-a\"}]}\n"));
  const auto found = read_placement(with_gpus(two_by_two()), Start::each_rank, list_attempt(folder.path()));
  EXPECT_THAT(found.gpus, ElementsAre(NodeGpu{"n1", "0", "GPU-a", "", ""}));
  EXPECT_EQ(found.cpu, "EPYC");
}

Run run_of(int nodes, int cores, int gpus = 0) {
  Run run{.resources = {.nodes = nodes, .tasks_per_node = 1, .cpus_per_task = cores, .gpus_per_node = gpus},
          .rate = {.core_hours = 1.0 * nodes * cores, .gpu_hours = 1.0 * nodes * gpus}};
  run.resources.memory_option = "--mem=4G";
  return run;
}

std::string environment(const std::string& cpus, const std::string& gpus = "") {
  return R"({"host": "n1", "slurm": {"SLURM_JOB_CPUS_PER_NODE": ")" + cpus + "\"" +
         (gpus.empty() ? "" : R"(, "SLURM_GPUS_ON_NODE": ")" + gpus + "\"") + "}}";
}

NodeLog node_with(int cores) {
  NodeLog node{.host = "n1"};
  for (int core = 0; core < cores; ++core) node.begin.cores[core] = {};
  return node;
}

TEST(OtherBill, IsOfTheCoresThatSlurmGave) {
  EXPECT_EQ(other_bill(run_of(1, 1), environment("5"), node_with(64)),
            (OtherBill{{.core_hours = 5},
                       "5 cores",
                       "1 core",
                       "MaxMemPerCPU may bring as many for --mem=4G, or a plugin of the site"}));
  EXPECT_EQ(other_bill(run_of(3, 4), environment("40(x2),36"), std::nullopt)->rate,
            (Rate{.core_hours = 116}));
  EXPECT_EQ(other_bill(run_of(2, 4, 1), environment("4(x2)", "4"), std::nullopt),
            (OtherBill{{.core_hours = 8, .gpu_hours = 8},
                       "8 cores and 8 GPUs",
                       "8 cores and 2 GPUs",
                       "MaxMemPerCPU may bring as many for --mem=4G, or a plugin of the site"}));
}

TEST(OtherBill, SaysAsFarAsItIsKnownWhyItIsAnother) {
  auto run = run_of(2, 4);
  EXPECT_EQ(other_bill(run, environment("64(x2)"), node_with(64))->reason, "whole nodes");
  run.resources.memory_option = "";
  EXPECT_EQ(other_bill(run, environment("6(x2)"), node_with(64))->reason,
            "a plugin of the site may have changed the request");
}

// Slurm 22.05 gives a node fewer cores for its memory than 24.11, by which the plan is priced.
TEST(OtherBill, OfLessThanThePlanIsBilledAndNotWarnedOf) {
  auto run = run_of(1, 2);
  run.rate.core_hours = 8;
  EXPECT_EQ(other_bill(run, environment("7"), node_with(64)),
            (OtherBill{{.core_hours = 7}, "7 cores", "8 cores", ""}));
}

TEST(OtherBill, IsNoneOfWhatThePlanHasAndThatOfWholeNodesWhereItBillsLess) {
  EXPECT_EQ(other_bill(run_of(2, 4, 1), environment("4(x2)", "1"), std::nullopt), std::nullopt);
  EXPECT_EQ(other_bill(run_of(2, 4), environment("4(x2)"), std::nullopt), std::nullopt);
  auto run = run_of(1, 4);
  run.rate.core_hours = 64;  // no memory is left for others
  EXPECT_EQ(other_bill(run, environment("4"), std::nullopt), std::nullopt);
  EXPECT_EQ(other_bill(run, environment("64"), std::nullopt), std::nullopt);
  run.resources.whole_nodes = true;
  EXPECT_EQ(other_bill(run, environment("128"), std::nullopt), std::nullopt);
  // Of a partition that the profile does not know the plan bills what the sweep asked for.
  run = run_of(1, 4);
  run.resources.whole_nodes = true;
  EXPECT_EQ(other_bill(run, environment("64"), node_with(64)),
            (OtherBill{{.core_hours = 64}, "64 cores", "4 cores", "whole nodes"}));
  run.resources.fills_nodes = true;
  EXPECT_EQ(other_bill(run, environment("64"), node_with(64)), std::nullopt);
}

TEST(OtherBill, IsNoneWhereNobodyKnows) {
  const auto run = run_of(1, 1);
  EXPECT_EQ(other_bill(run, "", std::nullopt), std::nullopt);
  for (const std::string text : {"", "x", "5(", "(x2)", "-1", "0", "5(x2", "99999999999999"})
    EXPECT_EQ(other_bill(run, environment(text), std::nullopt), std::nullopt) << text;
  auto with_threads = run;
  with_threads.resources.has_threads = true;
  EXPECT_EQ(other_bill(with_threads, environment("2"), std::nullopt), std::nullopt);
}

/// Each run was given four times the cores that it asked for, and took an hour.
MadeUpSweep raised() {
  MadeUpSweep sweep(2);
  sweep.head.scheduler = SchedulerKind::slurm;
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    const int ranks = world_size(run.rung);
    run.resources.cpus_per_task = ranks;
    run.rate.core_hours = ranks;
    made.record.elapsed = std::chrono::hours(1);
    made.files["environment.json"] = environment(fmt::format("{}", run.rung.name == "1cpu" ? 4 : ranks));
  }
  return sweep;
}

TEST(OtherBill, IsThePriceOfASize) {
  const auto report = raised().report();
  const auto& points = report.tables[0].points;
  EXPECT_EQ(points[0].rate, (Rate{.core_hours = 4}));
  EXPECT_EQ(points[0].billed, (Rate{.core_hours = 4}));
  EXPECT_EQ(points[1].rate, (Rate{.core_hours = 2}));
  EXPECT_THAT(
      report.warnings,
      Contains(
          "1cpu: Slurm gave 4 cores in rounds 1 and 2, and the plan has 1 core (a plugin of the site may "
          "have changed the request): the cost of these runs is of what Slurm gave"));
}

// The allocation is the person's, and each run is priced as a job of its own.
TEST(OtherBill, IsNoneInAnAllocationThatAPersonHoldsOrWhereSlurmCountsThreads) {
  auto sweep = raised();
  sweep.head.launch.held = true;
  const auto report = sweep.report();
  EXPECT_EQ(report.tables[0].points[0].rate, (Rate{.core_hours = 1}));
  EXPECT_THAT(report.warnings, Not(Contains(HasSubstr("Slurm gave"))));
  sweep = raised();
  for (auto& made : sweep.runs)
    made.files["place.n1.txt"] =
        "task rank=0 cores=0,4 gpus=\ncpus online=0-7\nthreads siblings=\"0,4 1,5 2,6 3,7\"\n";
  EXPECT_THAT(sweep.report().warnings, Not(Contains(HasSubstr("Slurm gave"))));
}

// What the sweep itself added is billed, and no production job has it.
TEST(OtherBill, IsNotThePriceWhereTheSweepAddedExclusive) {
  auto sweep = raised();
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    run.without_exclusive = run.rate;
    run.rate.core_hours = 64;
    run.resources.whole_nodes = true;
  }
  const auto report = sweep.report();
  const auto& points = report.tables[0].points;
  EXPECT_EQ(points[1].rate, (Rate{.core_hours = 2}));
  EXPECT_EQ(points[1].billed, (Rate{.core_hours = 64}));
}

}  // namespace
}  // namespace scalegen
