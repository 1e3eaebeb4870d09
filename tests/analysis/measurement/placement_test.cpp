#include "analysis/measurement/placement.hpp"

#include <gmock/gmock.h>

#include "analysis/readers/placement_log.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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

TEST(PlacementDifferences, AreNoneWhereAllIsAsAsked) {
  EXPECT_THAT(of_ranks(two_by_two(), as_asked()), IsEmpty());
}

TEST(PlacementDifferences, AreNoneWhereNothingWasRecorded) {
  EXPECT_THAT(of_ranks(two_by_two(), {}), IsEmpty());
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), {.gpus = {{"n1", "0", "GPU-a", "", ""}}}), IsEmpty());
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

TEST(PlacementDifferences, AreNoneWhereRanksAreNotBoundButHaveEnough) {
  auto found = as_asked();
  for (auto& task : found.tasks) task = task_on(task.host, task.rank, "0-7");
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty());
  for (auto& task : found.tasks) task = task_on(task.host, task.rank, "");  // nor if cores were not recorded
  EXPECT_THAT(of_ranks(two_by_two(), found), IsEmpty());
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

TEST(PlacementDifferences, AreOfOneTorchrunANode) {
  auto run = with_gpus(two_by_two());
  run.resources.tasks_per_node = 1;
  run.resources.cpus_per_task = 8;
  Placement found{.tasks = {task_on("n1", {}, "0-7", "0,1"), task_on("n2", {}, "0-7", "0,1")}};
  EXPECT_THAT(placement_differences(run, Start::each_node, found), IsEmpty());
  found.tasks = {task_on("n1", {}, "0-7", "0"), task_on("n1", {}, "8-15", "0,1")};
  EXPECT_THAT(placement_differences(run, Start::each_node, found),
              ElementsAre("asked for 2 nodes with 1 torchrun each, found 2 torchruns on n1",
                          "torchrun on n1 could see 1 GPU (0), asked for 2"));
}

TEST(PlacementDifferences, AreOfTheFirstNodeWhereACommandStartsItsRanksItself) {
  auto run = two_by_two();
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

TEST(PlacementDifferences, NameNodesWithFewerGpusThanRanks) {
  auto found = as_asked();
  found.gpus = {{"n1", "0", "GPU-a", "", ""}, {"n1", "1", "GPU-b", "", ""}, {"n2", "0", "GPU-c", "", ""}};
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), ElementsAre("n2 has 1 GPU, for 2 ranks"));
  found.gpus.push_back({"n2", "1", "GPU-d", "", ""});
  found.gpus.push_back({"n2", "2", "GPU-e", "", ""});
  EXPECT_THAT(of_ranks(with_gpus(two_by_two()), found), IsEmpty()) << "others may have the third";
}

TEST(PlacementDifferences, NameTwoNodesWithOneGpu) {
  auto found = as_asked();
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

}  // namespace
}  // namespace scalegen
