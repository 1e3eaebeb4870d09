// The lines are made up, in the form of NCCL's own and of RCCL's.
#include "analysis/readers/placement_log.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

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
