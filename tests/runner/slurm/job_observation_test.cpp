#include <gtest/gtest.h>

#include "runner/slurm/job_observation.hpp"

namespace scalegen::slurm {
namespace {

using std::chrono::seconds;

constexpr JobState kUnknown = JobState::unknown;

std::optional<QueuedJob> queued(const std::string& state, const std::string& reason = "None") {
  return QueuedJob{"7", state, "n1", seconds(300), "a", reason};
}
std::optional<AccountedJob> accounted(const std::string& state, SlurmExit exit = {}) {
  return AccountedJob{"7", "a", {{state, exit, "n1", seconds(300), {}}}};
}

JobStatus seen(std::optional<QueuedJob> queue, std::optional<AccountedJob> accounts, seconds since_alive = {},
               Accounting accounting = Accounting::answers) {
  return merge_squeue_and_sacct({std::move(queue), std::move(accounts), accounting, since_alive});
}

TEST(SlurmSighting, IsByTheQueueWhileTheJobLives) {
  EXPECT_EQ(seen(queued("PENDING", "Priority"), {}),
            (JobStatus{.state = JobState::waiting, .reason = "Priority"}));
  EXPECT_EQ(seen(queued("PENDING", "None"), {}), (JobStatus{.state = JobState::waiting}));
  EXPECT_EQ(seen(queued("RUNNING"), accounted("COMPLETED")), (JobStatus{.state = JobState::active}));
  EXPECT_EQ(seen(queued("COMPLETING"), {}), (JobStatus{.state = JobState::active}));
}

TEST(SlurmSighting, OfARequeuedJobIsNoEnd) {
  EXPECT_EQ(seen(queued("PENDING", "BeginTime"), accounted("NODE_FAIL")),
            (JobStatus{.state = JobState::waiting, .reason = "BeginTime"}));
  EXPECT_EQ(seen(queued("REQUEUE_HOLD", "None"), {}),
            (JobStatus{.state = JobState::waiting, .reason = "REQUEUE_HOLD"}));
}

TEST(SlurmSighting, IsByTheAccountsWhereBothKnowTheEnd) {
  EXPECT_EQ(seen(queued("FAILED"), accounted("FAILED", {3, 0})),
            (JobStatus{.state = JobState::ended, .exit_status = 3}));
  EXPECT_EQ(seen(queued("CANCELLED"), accounted("CANCELLED by 0")),
            (JobStatus{.state = JobState::ended, .abnormal_outcome = Cancelled{}}));
}

TEST(SlurmSighting, WaitsForAnAccountThatIsHalfWritten) {
  auto half = accounted("FAILED");
  half->starts.back().is_complete = false;
  EXPECT_EQ(seen(queued("FAILED"), half, seconds(14)), (JobStatus{.state = JobState::active}));
  EXPECT_EQ(seen(queued("FAILED"), half, seconds(15)), (JobStatus{.state = JobState::ended}));
  half = accounted("PREEMPTED");
  half->starts.back().is_complete = false;
  EXPECT_EQ(seen({}, half, seconds(59)).state, kUnknown);
  EXPECT_EQ(seen({}, half, seconds(60)),
            (JobStatus{.state = JobState::ended, .abnormal_outcome = Preempted{}}));
}

TEST(SlurmSighting, WaitsForAccountsThatLagButNotForEver) {
  for (const auto& lagging : {accounted("RUNNING"), accounted("NODE_FAIL"), std::optional<AccountedJob>()}) {
    EXPECT_EQ(seen(queued("COMPLETED"), lagging, seconds(14)), (JobStatus{.state = JobState::active}));
    EXPECT_EQ(seen(queued("COMPLETED"), lagging, seconds(15)),
              (JobStatus{.state = JobState::ended, .exit_status = 0}));
  }
  EXPECT_EQ(seen(queued("TIMEOUT"), {}, seconds(14), Accounting::silent),
            (JobStatus{.state = JobState::active}));
  EXPECT_EQ(seen(queued("TIMEOUT"), {}, seconds(15), Accounting::silent),
            (JobStatus{.state = JobState::ended, .abnormal_outcome = TimedOut{seconds(300)}}));
}

TEST(SlurmSighting, IsUnknownUntilNeitherHasKnownTheJobForAWhile) {
  for (const auto& accounts : {std::optional<AccountedJob>(), accounted("RUNNING"), accounted("NOVEL")}) {
    EXPECT_EQ(seen({}, accounts, seconds(59)).state, kUnknown);
    EXPECT_EQ(seen({}, accounts, seconds(60)), (JobStatus{.state = JobState::ended}));
  }
  EXPECT_EQ(seen({}, {}, seconds(59), Accounting::none).state, kUnknown);
}

TEST(SlurmSighting, OfAStrangeStateIsNoEndHoweverLongItIsSeen) {
  EXPECT_EQ(seen(queued("NOVEL"), {}, seconds(3600)).state, kUnknown);
  EXPECT_EQ(seen(queued("REVOKED"), accounted("COMPLETED"), seconds(3600)).state, kUnknown);
  EXPECT_FALSE(is_alive(queued("NOVEL")));
}

TEST(SlurmSighting, OfATaskThatWasCancelledInTheQueueIsThatOthersOfItsArrayAreThere) {
  const auto seen_task = [](seconds since_alive, bool others) {
    return merge_squeue_and_sacct(
        {.accounting = Accounting::answers, .since_alive = since_alive, .array_is_listed = others});
  };
  EXPECT_EQ(seen_task(seconds(14), true).state, kUnknown);
  EXPECT_EQ(seen_task(seconds(15), true), (JobStatus{.state = JobState::ended, .cancelled_in_queue = true}));
  EXPECT_EQ(seen_task(seconds(59), false).state, kUnknown);
  EXPECT_EQ(seen_task(seconds(60), false), JobStatus{.state = JobState::ended});
}

}  // namespace
}  // namespace scalegen::slurm
