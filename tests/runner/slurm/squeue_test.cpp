#include <gtest/gtest.h>

#include <array>

#include "runner/slurm/squeue.hpp"
#include "tests/runner/slurm/stand_in_clients.hpp"

namespace scalegen::slurm {
namespace {

using Jobs = std::vector<QueuedJob>;
using std::chrono::minutes;

TEST(SlurmQueue, IsReadWithReasonsThatAreSentences) {
  EXPECT_EQ(
      parse_queue("1|PENDING||5:00 2026-11-23T08:00:00|c1-1gpu-r1-1|Priority\n"
                  "2|RUNNING|n[1-2]|1-00:00:00 2026-11-22T08:00:00|c1-2gpu-r1-1|None\n"
                  "3|PENDING||UNLIMITED N/A|c1-4gpu-r1-1|ReqNodeNotAvail, UnavailableNodes:n[3-4]\n"
                  "4|PENDING||10:00|c1-8gpu-r1-1|held | by hand\n"),
      (Jobs{{"1", "PENDING", "", minutes(5), "c1-1gpu-r1-1", "Priority", "2026-11-23T08:00:00"},
            {"2", "RUNNING", "n[1-2]", minutes(1440), "c1-2gpu-r1-1", "None", "2026-11-22T08:00:00"},
            {"3", "PENDING", "", std::nullopt, "c1-4gpu-r1-1", "ReqNodeNotAvail, UnavailableNodes:n[3-4]"},
            {"4", "PENDING", "", minutes(10), "c1-8gpu-r1-1", "held | by hand"}}));
}

TEST(SlurmQueue, TakesNoHeadingForAJob) {
  EXPECT_EQ(parse_queue("CLUSTER: cm2\n7|RUNNING|n1|5:00|a|None\n\n"),
            (Jobs{{"7", "RUNNING", "n1", minutes(5), "a", "None"}}));
  EXPECT_EQ(parse_queue(""), Jobs{});
}

TEST(SlurmQueue, SaysWhyItDoesNotAnswerInTheWordsOfSqueue) {
  const StandInClients clients;
  clients.fail("squeue", "what nobody has seen yet");
  EXPECT_EQ(query_queue({"7"}, {""}).value(), QueueAnswer{.complaint = "what nobody has seen yet"});
  clients.fail("squeue", "a site's notice\nsqueue: error: Munge encode failed\nsee https://site.example");
  EXPECT_EQ(query_queue({"7"}, {""}).value(), QueueAnswer{.complaint = "error: Munge encode failed"});
  clients.put("squeue", "exit 139");
  EXPECT_EQ(query_queue({"7"}, {""}).value(),
            QueueAnswer{.complaint = "it ended with status 139 and says nothing"});
}

TEST(SlurmQueue, AnswersWhereItComplainsAndSucceedsUnlessOneOfSeveralClustersMayHaveFailed) {
  const StandInClients clients;
  clients.put("squeue", "echo '7|RUNNING|n1|5:00|a|None'; echo 'squeue: error: cm2: no route' >&2");
  EXPECT_EQ(query_queue({"7"}, {""}).value(),
            (QueueAnswer{.jobs = Jobs{{"7", "RUNNING", "n1", minutes(5), "a", "None"}}}));
  const QueueAnswer none{.complaint = "error: cm2: no route"};
  EXPECT_EQ(query_queue({"7", "8"}, {"cm2"}).value(), none);
  ::setenv("SLURM_CLUSTERS", "cm2", 1);
  EXPECT_EQ(query_queue({"7", "8"}, {""}).value(), none);
  ::unsetenv("SLURM_CLUSTERS");
}

constexpr std::array kWaits{"PENDING",      "REQUEUED",      "REQUEUE_HOLD", "REQUEUE_FED",
                            "SPECIAL_EXIT", "RESV_DEL_HOLD", "EXPEDITING"};
constexpr std::array kActiveStates{"RUNNING",   "CONFIGURING", "COMPLETING", "SUSPENDED",    "STOPPED",
                                   "SIGNALING", "RESIZING",    "STAGE_OUT",  "POWER_UP_NODE"};
constexpr std::array kEndedStates{
    "COMPLETED", "FAILED",        "TIMEOUT",  "CANCELLED",         "NODE_FAIL",     "BOOT_FAIL",
    "PREEMPTED", "OUT_OF_MEMORY", "DEADLINE", "CANCELLED by 1000", "LAUNCH_FAILED", "RECONFIG_FAIL"};
constexpr std::array kStrange{"REVOKED", "COMPLETE", "", "CANCELLED+", "completed"};

TEST(SlurmStates, AreToldApart) {
  for (const auto* state : kWaits) EXPECT_EQ(kind_of(state), StateKind::waits) << state;
  for (const auto* state : kActiveStates) EXPECT_EQ(kind_of(state), StateKind::is_active) << state;
  for (const auto* state : kEndedStates) EXPECT_EQ(kind_of(state), StateKind::has_ended) << state;
  for (const auto* state : kStrange) EXPECT_EQ(kind_of(state), StateKind::is_strange) << state;
}

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
  for (const auto* reason : {"ReqNodeNotAvail, UnavailableNodes:n1", "PartitionNodeLimit",
                             "QOSMaxJobsPerUserLimit", "QOSMaxCpuPerUserLimit", "AssocGrpGRES",
                             "MaxCpuPerAccount", "AssocMaxJobsLimit", "JobArrayTaskLimit"}) {
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

TEST(WaitingReason, IsKnownInAnyCase) {
  const auto person = job_id_of("7");
  for (const auto* reason :
       {"QOSMaxCpuPerUserLimit", "QOSMaxNodePerJobLimit", "MaxCpuPerAccount", "JobHeldUser"}) {
    std::string lower = reason;
    std::transform(lower.begin(), lower.end(), lower.begin(),
                   [](unsigned char c) { return std::tolower(c); });
    EXPECT_EQ(advice_for(lower, person), advice_for(reason, person)) << reason;
    EXPECT_NE(advice_for(reason, person), "") << reason;
  }
  EXPECT_EQ(advice_for("maximum", person), "") << "no reason of Slurm's";
}

TEST(WaitingReason, IsListedIfSomethingIsSaidOfIt) {
  EXPECT_THAT(known_reasons(), testing::Contains("AssocGrp"));
  for (const auto& reason : known_reasons()) EXPECT_NE(advice_for(reason, job_id_of("7")), "") << reason;
}

}  // namespace
}  // namespace scalegen::slurm
