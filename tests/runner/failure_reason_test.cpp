#include "runner/failure_reason.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(NcclTimeout, IsToldInWords) {
  EXPECT_EQ(nccl_timeout_in(
                "epoch 1\n[rank1]:[E ProcessGroupNCCL.cpp:607] [Rank 1] Watchdog caught collective operation "
                "timeout: WorkNCCL(SeqNum=7, OpType=ALLREDUCE, NumelIn=10, NumelOut=10, "
                "Timeout(ms)=600000) ran for 600060 milliseconds before timing out.\nframe #0: c10\n"),
            "NCCL gave up on ALLREDUCE after 10 min: some rank did not come to it, or the network did not "
            "carry it");
  EXPECT_EQ(nccl_timeout_in("Watchdog caught collective operation timeout: WorkNCCL(of another form"),
            "NCCL gave up on a collective: some rank did not come to it, or the network did not carry it");
}

TEST(NcclTimeout, IsNothingElse) {
  EXPECT_EQ(nccl_timeout_in(""), std::nullopt);
  EXPECT_EQ(nccl_timeout_in("NCCL INFO timeout\n"), std::nullopt);
}

}  // namespace
}  // namespace scalegen
