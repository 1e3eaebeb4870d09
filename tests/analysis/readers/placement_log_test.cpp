#include "analysis/readers/placement_log.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

TEST(TaskPlaces, AreReadFromTheFilesOfAllNodes) {
  for (const std::string task : {"task ", ""}) {  // without a word by older scripts
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "place.n2.cluster.org.txt", task + "rank=2 cores=0-5 gpus=0,1\n"));
    ASSERT_TRUE(write_file(folder.path() / "place.n1.txt",
                           task + "rank=1 cores=6-7 gpus=\n" + task + "rank=0 cores=0-1 gpus=\n"));
    EXPECT_THAT(
        read_task_placements(list_attempt(folder.path())),
        ElementsAre(TaskPlacement{"n1", 0, "0-1", {0, 1}, ""}, TaskPlacement{"n1", 1, "6-7", {6, 7}, ""},
                    TaskPlacement{"n2.cluster.org", 2, "0-5", {0, 1, 2, 3, 4, 5}, "0,1"}));
  }
}

TEST(TaskPlaces, CountACoreOnceWhateverItsThreads) {
  for (const auto* const text : {"task rank=0 cores=0-1,4-5 gpus=\ncpus online=0-7\n"
                                 "threads siblings=\"0,4 1,5 2,6 3,7\"\n"
                                 "task rank=1 cores=6-7 gpus=\ntask rank=2 cores=0-7 gpus=\n",
                                 "rank=0 cores=0-1,4-5 gpus=\ncpus=0-7\nthreads=0,4 1,5 2,6 3,7\n"
                                 "rank=1 cores=6-7 gpus=\nrank=2 cores=0-7 gpus=\n"}) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", text));
    EXPECT_THAT(read_task_placements(list_attempt(folder.path())),
                ElementsAre(TaskPlacement{"n1", 0, "0-1,4-5", {0, 1}, "", "", true},
                            TaskPlacement{"n1", 1, "6-7", {2, 3}, "", "", true},
                            TaskPlacement{"n1", 2, "0-7", {0, 1, 2, 3}, "", "", false}));
  }
}

TEST(TaskPlaces, HaveNoRankWhereTheTaskStartsTheRanks) {
  for (const auto* const text : {"task rank= cores=0 gpus=\"0, 1\"\n", "rank= cores=0 gpus=0, 1\n"}) {
    const TemporaryFolder folder;
    ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", text));
    EXPECT_THAT(read_task_placements(list_attempt(folder.path())),
                ElementsAre(TaskPlacement{"n1", {}, "0", {0}, "0, 1"}));
  }
}

TEST(TaskPlaces, KeepWhatIsKnownOfALineWithoutCores) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "place.n1.txt", "rank=0 cores= gpus=\n"));
  EXPECT_THAT(read_task_placements(list_attempt(folder.path())),
              ElementsAre(TaskPlacement{.host = "n1", .rank = 0}));
}

TEST(TaskPlaces, HaveTheLeafSwitchThatSlurmNames) {
  const auto leaf_switch = [](const std::string& topology) {
    const TemporaryFolder folder;
    EXPECT_TRUE(
        write_file(folder.path() / "place.n1.txt", "task rank=0 cores=0-1" + topology + " gpus=0,1\n"));
    const auto tasks = read_task_placements(list_attempt(folder.path()));
    EXPECT_EQ(tasks.size(), 1U);
    EXPECT_EQ(tasks.front().core_list, "0-1");
    EXPECT_EQ(tasks.front().visible_gpus, "0,1");
    return tasks.front().leaf_switch;
  };
  EXPECT_EQ(leaf_switch(" topology=s[8-9].s0.n1 pattern=switch.switch.node"), "s0");
  EXPECT_EQ(leaf_switch(" topology=s0.n1 pattern=switch.node"), "s0");
  EXPECT_EQ(leaf_switch(" topology=n1 pattern=node"), "");
  EXPECT_EQ(leaf_switch(" topology=b1.n1 pattern=block.node"), "");
  EXPECT_EQ(leaf_switch(" topology=s0.n1 pattern=switch.switch.node"), "");
  EXPECT_EQ(leaf_switch(" topology=s0.n1 pattern="), "");
  EXPECT_EQ(leaf_switch(""), "");
}

TEST(TaskPlaces, AreNoneOfOtherLinesOtherFilesOrNoFolder) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "place.n1.txt",
                         "hello\nrank=0 cores=1\nrank=0 gpus=0 cores=1\ntask rank=0 cores=1\n"
                         "tasks rank=0 cores=0 gpus=\ntask rank=0 cores=0 gpus="));
  ASSERT_TRUE(write_file(folder.path() / "place..txt", "rank=0 cores=0 gpus=\n"));
  ASSERT_TRUE(write_file(folder.path() / "out", "rank=0 cores=0 gpus=\n"));
  EXPECT_THAT(read_task_placements(list_attempt(folder.path())), IsEmpty());
  EXPECT_THAT(read_task_placements(list_attempt(folder.path() / "none")), IsEmpty());
}

TEST(CoreList, IsReadAsTheKernelWritesIt) {
  EXPECT_THAT(parse_core_list("3").value(), ElementsAre(3));
  EXPECT_THAT(parse_core_list("0-2,8,10-11").value(), ElementsAre(0, 1, 2, 8, 10, 11));
  EXPECT_THAT(parse_core_list("4,0-1,1-2").value(), ElementsAre(0, 1, 2, 4));
}

TEST(CoreList, OfAnotherFormIsNone) {
  for (const auto* text : {"", "a", "0-", "-1", "3-1", "0,", ",0", "0 1", "0-70000", "99999999999"})
    EXPECT_FALSE(parse_core_list(text)) << text;
}

TEST(NodeGpus, AreThoseOfEnvironmentJsonByHost) {
  EXPECT_THAT(
      read_node_gpus(R"({"host": "n1", "slurm": {}, "gpus": [)"
                     R"({"host": "n2", "index": "0", "uuid": "GPU-c", "driver": "535.1", "name": "V100"}, )"
                     R"({"host": "n1", "index": "1", "uuid": "GPU-b"}, {"host": "n1", "index": "0"}, 7]})"),
      ElementsAre(NodeGpu{"n1", "1", "GPU-b", "", ""}, NodeGpu{"n1", "0", "", "", ""},
                  NodeGpu{"n2", "0", "GPU-c", "535.1", "V100"}));
}

TEST(NodeGpus, AreNoneWhereNothingSaysSo) {
  for (const auto* text :
       {"", "{", "[]", "7", "{}", R"({"gpus": []})", R"({"gpus": 7})", R"({"gpus": [{"host")"})
    EXPECT_THAT(read_node_gpus(text), IsEmpty()) << text;
}

}  // namespace
}  // namespace scalegen
