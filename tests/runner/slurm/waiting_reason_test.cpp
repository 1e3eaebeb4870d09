#include "runner/slurm/squeue.hpp"

#include <gtest/gtest.h>

#include <array>

namespace scalegen::slurm {
namespace {

TEST(WaitingReason, SaysWhoHoldsAJobAndHowItIsReleased) {
  EXPECT_EQ(advice_for("JobHeldUser", job_id_of("7")), "it is held by its owner: scontrol release 7");
  EXPECT_EQ(advice_for("JobHeldUser", job_id_of("7;cm2")),
            "it is held by its owner: scontrol release --clusters=cm2 7");
  EXPECT_EQ(advice_for("JobHeldAdmin", job_id_of("7")), "it is held by an administrator: ask the site");
  EXPECT_EQ(advice_for("REQUEUE_HOLD", job_id_of("7")),
            "it was put back into the queue, and is held: scontrol release 7");
}

TEST(WaitingReason, SaysWhatCanNeverStart) {
  for (const auto* reason :
       {"PartitionTimeLimit", "PartitionConfig", "QOSMaxWallDurationPerJobLimit", "QOSMaxNodePerJobLimit",
        "AssocMaxWallDurationPerJobLimit", "AssocMaxCpuPerJobLimit", "DependencyNeverSatisfied",
        "BadConstraints", "InvalidQOS", "AccountNotAllowed", "QOSMinGRES"}) {
    const auto advice = advice_for(reason, job_id_of("7"));
    EXPECT_NE(advice.find("never starts: scancel 7"), std::string::npos) << reason << ": " << advice;
  }
}

TEST(WaitingReason, GivesNoJobUpThatMayStart) {
  for (const auto* reason :
       {"ReqNodeNotAvail, UnavailableNodes:n1", "PartitionNodeLimit", "QOSMaxJobsPerUserLimit",
        "QOSMaxCpuPerUserLimit", "AssocGrpGRES", "MaxCpuPerAccount", "AssocMaxJobsLimit"}) {
    const auto advice = advice_for(reason, job_id_of("7"));
    EXPECT_NE(advice, "") << reason;
    EXPECT_EQ(advice.find("never starts"), std::string::npos) << reason << ": " << advice;
  }
}

TEST(WaitingReason, SaysNothingOfWhatTakesItsTime) {
  for (const auto* reason :
       {"None", "Priority", "Resources", "Dependency", "BeginTime", "Of a release to come"})
    EXPECT_EQ(advice_for(reason, job_id_of("7")), "") << reason;
}

}  // namespace
}  // namespace scalegen::slurm
