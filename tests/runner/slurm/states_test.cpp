#include "runner/slurm/squeue.hpp"

#include <gtest/gtest.h>

#include <array>

namespace scalegen::slurm {
namespace {

constexpr std::array kWaits{"PENDING",      "REQUEUED",      "REQUEUE_HOLD", "REQUEUE_FED",
                            "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING"};
constexpr std::array kActive{"RUNNING",   "CONFIGURING", "COMPLETING", "SUSPENDED",    "STOPPED",
                             "SIGNALING", "RESIZING",    "STAGE_OUT",  "POWER_UP_NODE"};
constexpr std::array kEnded{"COMPLETED", "FAILED",    "TIMEOUT",       "CANCELLED", "NODE_FAIL",
                            "BOOT_FAIL", "PREEMPTED", "OUT_OF_MEMORY", "DEADLINE",  "CANCELLED by 1000"};
constexpr std::array kStrange{"REVOKED", "LAUNCH_FAILED", "COMPLETE", "", "CANCELLED+", "completed"};

TEST(SlurmStates, AreToldApart) {
  for (const auto* state : kWaits) EXPECT_EQ(kind_of(state), StateKind::waits) << state;
  for (const auto* state : kActive) EXPECT_EQ(kind_of(state), StateKind::is_active) << state;
  for (const auto* state : kEnded) EXPECT_EQ(kind_of(state), StateKind::has_ended) << state;
}

TEST(SlurmStates, AreNoEndWhereTheyAreNotKnown) {
  for (const auto* state : kStrange) EXPECT_EQ(kind_of(state), StateKind::is_strange) << state;
}

}  // namespace
}  // namespace scalegen::slurm
