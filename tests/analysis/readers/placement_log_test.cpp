#include <gmock/gmock.h>

#include <map>

#include "analysis/readers/placement_log.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// The tasks that files of an attempt say.
std::vector<TaskPlacement> tasks_in(const std::map<std::string, std::string>& files) {
  const TemporaryFolder folder;
  for (const auto& [name, text] : files) EXPECT_TRUE(write_file(folder.path() / name, text));
  return read_task_placements(list_attempt(folder.path()));
}

TEST(TaskPlaces, AreReadFromTheFilesOfAllNodes) {
  for (const std::string task : {"task ", ""}) {  // without a word by older scripts
    EXPECT_THAT(
        tasks_in({{"place.n2.cluster.org.txt", task + "rank=2 cores=0-5 gpus=0,1\n"},
                  {"place.n1.txt", task + "rank=1 cores=6-7 gpus=\n" + task + "rank=0 cores=0-1 gpus=\n"}}),
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
    EXPECT_THAT(tasks_in({{"place.n1.txt", text}}),
                ElementsAre(TaskPlacement{"n1", 0, "0-1,4-5", {0, 1}, "", "", true, true},
                            TaskPlacement{"n1", 1, "6-7", {2, 3}, "", "", true, true},
                            TaskPlacement{"n1", 2, "0-7", {0, 1, 2, 3}, "", "", false, true}));
  }
}

TEST(TaskPlaces, HaveNoRankWhereTheTaskStartsTheRanks) {
  for (const auto* const text : {"task rank= cores=0 gpus=\"0, 1\"\n", "rank= cores=0 gpus=0, 1\n"}) {
    EXPECT_THAT(tasks_in({{"place.n1.txt", text}}), ElementsAre(TaskPlacement{"n1", {}, "0", {0}, "0, 1"}));
  }
}

TEST(TaskPlaces, KeepWhatIsKnownOfALineWithoutCores) {
  EXPECT_THAT(tasks_in({{"place.n1.txt", "rank=0 cores= gpus=\n"}}),
              ElementsAre(TaskPlacement{.host = "n1", .rank = 0}));
}

TEST(TaskPlaces, SayWhetherALauncherOfMpiStartedTheTask) {
  EXPECT_THAT(
      tasks_in({{"place.n1.txt", "task rank=0 cores=0 mpi=PMIX_RANK gpus=\ntask rank=1 cores=1 gpus=\n"}}),
      ElementsAre(TaskPlacement{"n1", 0, "0", {0}, "", "", false, false, true},
                  TaskPlacement{"n1", 1, "1", {1}, "", "", false, false, false}));
}

TEST(TaskPlaces, HaveTheLeafSwitchThatSlurmNames) {
  const auto leaf_switch = [](const std::string& topology) {
    const auto tasks = tasks_in({{"place.n1.txt", "task rank=0 cores=0-1" + topology + " gpus=0,1\n"}});
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
  EXPECT_THAT(tasks_in({{"place.n1.txt",
                         "hello\nrank=0 cores=1\nrank=0 gpus=0 cores=1\ntask rank=0 cores=1\n"
                         "tasks rank=0 cores=0 gpus=\ntask rank=0 cores=0 gpus="},
                        {"place..txt", "rank=0 cores=0 gpus=\n"},
                        {"out", "rank=0 cores=0 gpus=\n"}}),
              IsEmpty());
  EXPECT_THAT(read_task_placements(list_attempt("/nowhere")), IsEmpty());
}

TEST(CoreList, IsReadAsTheKernelWritesIt) {
  EXPECT_THAT(parse_core_list("3").value(), ElementsAre(3));
  EXPECT_THAT(parse_core_list("0-2,8,10-11").value(), ElementsAre(0, 1, 2, 8, 10, 11));
  EXPECT_THAT(parse_core_list("4,0-1,1-2").value(), ElementsAre(0, 1, 2, 4));
  for (const auto* text : {"", "a", "0-", "-1", "3-1", "0,", ",0", "0 1", "0-70000", "99999999999"})
    EXPECT_FALSE(parse_core_list(text)) << text;
}

TEST(NodeGpus, AreThoseOfEnvironmentJsonByHostAndNoneWhereNothingSaysSo) {
  EXPECT_THAT(
      read_node_gpus(R"({"host": "n1", "slurm": {}, "gpus": [)"
                     R"({"host": "n2", "index": "0", "uuid": "GPU-c", "driver": "535.1", "name": "V100"}, )"
                     R"({"host": "n1", "index": "1", "uuid": "GPU-b"}, {"host": "n1", "index": "0"}, 7]})"),
      ElementsAre(NodeGpu{"n1", "1", "GPU-b", "", ""}, NodeGpu{"n1", "0", "", "", ""},
                  NodeGpu{"n2", "0", "GPU-c", "535.1", "V100"}));
  for (const auto* text :
       {"", "{", "[]", "7", "{}", R"({"gpus": []})", R"({"gpus": 7})", R"({"gpus": [{"host")"})
    EXPECT_THAT(read_node_gpus(text), IsEmpty()) << text;
}

// The lines are made up, in the form of NCCL's own and of RCCL's.

std::string transport(const std::string& words) {
  return nccl_transport_in("n1:4711:4742 [0] NCCL INFO " + words).value_or("none");
}

TEST(NcclLog, SaysHowTwoRanksOfANodeTalk) {
  EXPECT_EQ(transport("Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM"), "P2P");
  EXPECT_EQ(transport("Channel 03/1 : 1[1] -> 0[0] via P2P/direct pointer/read"), "P2P");
  EXPECT_EQ(transport("Channel 00/0 : 0[d6000] -> 3[c6000] via P2P/IPC comm 0x9bbf3b0 nRanks 16"), "P2P");
  EXPECT_EQ(transport("Ring 00 : 0[0] -> 1[1] via P2P/IPC"), "P2P");
  EXPECT_EQ(transport("Channel 00 : 0[0] -> 1[1] via SHM/direct/direct"), "SHM");
}

TEST(NcclLog, SaysWhichNetworkAndWhetherItReachesTheGpu) {
  EXPECT_EQ(transport("Channel 00/0 : 3[1] -> 0[0] [receive] via NET/IB/0/GDRDMA"), "NET/IB/GDRDMA");
  EXPECT_EQ(transport("Channel 00/0 : 3[1] -> 0[0] [send] via NET/IB/0"), "NET/IB");
  EXPECT_EQ(transport("Channel 00/0 : 3[1] -> 0[0] [send] via NET/IB/8(3)/GDRDMA(PCI)/Shared"),
            "NET/IB/GDRDMA");
  EXPECT_EQ(transport("Channel 00/0 : 3[1] -> 0[0] [send] via NET/Socket/0/Shared"), "NET/Socket");
  EXPECT_EQ(
      transport("Channel 00/0 : 4[d6] -> 0[d6] [receive] via NET/AWS Libfabric/2/GDRDMA comm 0x9 nRanks 16"),
      "NET/AWS Libfabric/GDRDMA");
  EXPECT_EQ(transport("CollNet 00/0 : 0 [send] via COLLNET/SHARP/0/GDRDMA"), "COLLNET/SHARP/GDRDMA");
}

TEST(NcclLog, SaysNothingOfAWayInOtherLines) {
  for (const auto* words :
       {"Using network IB", "NET/IB : Using [0]mlx5_0:1/IB [RO]; OOB ib0:10.0.0.1<0>",
        "Bootstrap : Using eth0:10.0.0.1<0>", "NET/OFI Selected provider is efa via sysfs",
        "comm 0x1 rank 0 nranks 4 cudaDev 0 - Init COMPLETE", ""})
    EXPECT_EQ(transport(words), "none") << words;
  EXPECT_FALSE(nccl_transport_in("we go via NET/IB/0"));
}

TEST(NcclLog, IsReadFromAllProcesses) {
  const TemporaryFolder folder;
  ASSERT_TRUE(write_file(folder.path() / "nccl.n1.4711.log",
                         "n1:4711:4711 [0] NCCL INFO Using network Socket\n"
                         "n1:4711:4742 [0] NCCL INFO Channel 00/0 : 0[0] -> 1[1] via P2P/CUMEM\n"
                         "n1:4711:4742 [0] NCCL INFO Channel 01/0 : 0[0] -> 1[1] via P2P/CUMEM\n"));
  ASSERT_TRUE(write_file(folder.path() / "nccl.n2.815.log",
                         "n2:815:902 [1] NCCL INFO Channel 00/0 : 3[1] -> 0[0] [send] via NET/Socket/0"));
  EXPECT_THAT(nccl_transports(list_attempt(folder.path())), ElementsAre("NET/Socket", "P2P"));
  EXPECT_THAT(nccl_transports(list_attempt(folder.path() / "none")), IsEmpty());
}

}  // namespace
}  // namespace scalegen
