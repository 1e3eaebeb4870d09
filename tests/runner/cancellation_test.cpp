// Runs that `cancel` ended, and what the next command makes of them.
#include "runner/cancellation.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "runner/run_lock.hpp"
#include "runner/run_status.hpp"
#include "tests/runner/sweep_fixture.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

class ConcludeCancelled : public SweepFixture {
 protected:
  ConcludeCancelled() : SweepFixture(plan_of({"a"})) {
    plan_.head.scheduler = SchedulerKind::slurm;
    scheduler_.keeps_jobs = true;
  }

  /// A sweep that walks away after it has handed over and looked once.
  void hand_over(const std::function<void()>& what_begins) {
    const auto cancelled = JobStatus{.state = JobState::ended, .abnormal_outcome = Cancelled{}};
    scheduler_.script[plan_.jobs.front().id + "/1"] = [cancelled, what_begins, begun = false]() mutable {
      if (std::exchange(begun, true)) return cancelled;
      what_begins();
      return JobStatus{.state = JobState::active};
    };
    stop_after(2);
    ASSERT_TRUE(sweep()->interrupted);
    observer_ = {};
  }
  /// What the next command makes of a run that had left with this status when it was cancelled.
  std::vector<std::string> resume_after(int status) {
    hand_over([&] { directory_.start("a", "1", process_elsewhere()); });
    directory_.exit("a", "1", status);
    cancel({"a"});
    scheduler_.script["a/1"] = [] { return JobStatus{.state = JobState::ended}; };
    return verdicts();
  }
  void cancel(const std::set<std::string>& runs) {
    ASSERT_TRUE(record_cancelled(directory_.get(), plan_, runs, clock_));
  }
};

// Killed on another login node: its pid is of no use here, and its lock is stale after ten minutes.
TEST_F(ConcludeCancelled, SaysOnWhichHostAnotherProcessFollows) {
  const auto holder = process_elsewhere();
  ASSERT_TRUE(write_file(directory_.get().lock(), to_text(LockHolder{holder, 1'763'719'200})));
  const auto cancelled = cancel_sweep(directory_.get(), plan_, scheduler_, clock_);
  ASSERT_FALSE(cancelled);
  EXPECT_EQ(
      render(cancelled.error()),
      fmt::format("error: '{}' is in use: process {} on host 'elsewhere' has worked there since 2025-11-21 "
                  "10:00:00 UTC\n"
                  "      = note: it would submit again what is cancelled\n"
                  "      = hint: wait for it, or end it on 'elsewhere' with: kill {}; if it has died "
                  "there, its lock is taken over when it has been silent for 10 minutes\n",
                  directory_.path().string(), holder.pid, holder.pid));
}

TEST_F(ConcludeCancelled, LeavesAloneWhatIsNotTheSweeps) {
  plan_ = plan_of({"a", "b", "c"});
  scheduler_.max_in_flight = 3;
  for (const auto* id : {"a/1", "b/1", "c/hand"}) scheduler_.script[id] = [] { return kActive; };
  directory_.start("c", "hand", process_elsewhere());
  stop_after(20);
  ASSERT_TRUE(sweep()->interrupted);
  scheduler_.own = {{"a/1", "named-by-sbatch"}};
  scheduler_.calls.clear();
  const auto cancelled = cancel_sweep(directory_.get(), plan_, scheduler_, clock_);
  ASSERT_TRUE(cancelled) << render(cancelled.error());
  EXPECT_THAT(scheduler_.calls, testing::Contains("cancel a/1"));
  EXPECT_THAT(scheduler_.calls,
              testing::Not(testing::Contains(testing::AnyOf("cancel b/1", "cancel c/hand"))));
  EXPECT_THAT(cancelled->ended, ElementsAre(JobId{"a/1", "named-by-sbatch"}));
  EXPECT_THAT(cancelled->left, ElementsAre(JobId{"b/1"}, JobId{"c/hand"}));
}

// Two clusters over one file system: there the numbers are those of other jobs.
TEST_F(ConcludeCancelled, RefusesOnAnotherCluster) {
  scheduler_.here = "kelda";
  hand_over([] {});
  scheduler_.here = "mini";
  scheduler_.calls.clear();
  const auto refusal = fmt::format(
      "error: the jobs of '{0}' are on cluster 'kelda', and this is 'mini'\n"
      "      = hint: give this command on a login node of 'kelda'; 'scalegen report {0}' works here too\n",
      directory_.path().string());
  EXPECT_EQ(render(cancel_sweep(directory_.get(), plan_, scheduler_, clock_).error()), refusal);
  EXPECT_EQ(render(sweep().error()), refusal);
  EXPECT_EQ(render(query_status_once(directory_.get(), plan_, scheduler_, clock_).error()), refusal);
  EXPECT_THAT(scheduler_.calls, ElementsAre());
  scheduler_.silent_looks = 1'000;
  EXPECT_FALSE(query_status_once(directory_.get(), plan_, scheduler_, clock_)->scheduler_answers);
  EXPECT_EQ(
      render(cancel_sweep(directory_.get(), plan_, scheduler_, clock_).error()),
      "error: Slurm's controller does not answer: nobody knows whether this cluster has the jobs of this "
      "sweep\n      = hint: give the same command again when squeue answers: it continues\n");
  scheduler_.silent_looks = 0;
  scheduler_.here = "kelda";
  scheduler_.script.clear();
  EXPECT_THAT(verdicts(), ElementsAre("1 completed"));
}

// scalegen 0.2 did not record the cluster, but its runs did.
TEST_F(ConcludeCancelled, TakesTheClusterOfAnOldJournalFromItsRuns) {
  directory_.write_journal("{\"event\":\"submitted\",\"job\":\"a\",\"attempt\":\"1\",\"id\":\"42\"}\n");
  directory_.start("a", "1", process_elsewhere());
  directory_.write("a", "1", "environment.json", R"({"slurm": {"SLURM_CLUSTER_NAME": "kelda"}})");
  for (const auto* const here : {"kelda", "Kelda", "mini,kelda", ""}) {
    scheduler_.here = here;
    EXPECT_TRUE(query_status_once(directory_.get(), plan_, scheduler_, clock_)) << here;
  }
  scheduler_.here = "mini";
  const auto refused = query_status_once(directory_.get(), plan_, scheduler_, clock_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(
      refused.error().front().message,
      fmt::format("the jobs of '{}' are on cluster 'kelda', and this is 'mini'", directory_.path().string()));
}

TEST_F(ConcludeCancelled, LetsTheNextCommandHandOverWhatWaited) {
  hand_over([] {});
  cancel({"a"});
  scheduler_.script.clear();
  EXPECT_THAT(verdicts(), ElementsAre("1 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit a/1"));
}

TEST_F(ConcludeCancelled, LetsTheNextCommandRepeatWhatRan) {
  hand_over([&] { directory_.start("a", "1", process_elsewhere()); });
  cancel({"a"});
  EXPECT_THAT(verdicts(), ElementsAre("2 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit a/2"));
}

TEST_F(ConcludeCancelled, CountsARunWhoseStepWasEndedBeforeItsScript) {
  EXPECT_THAT(resume_after(143), ElementsAre("2 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit a/2"));
}

// Its signal comes from `cancel` itself, and bash may lose the trap of a signal: then its status is 2.
TEST_F(ConcludeCancelled, CountsAScriptOfThisMachineHoweverItLeft) {
  plan_.head.scheduler = SchedulerKind::local;
  EXPECT_THAT(resume_after(2), ElementsAre("2 completed"));
}

TEST_F(ConcludeCancelled, LeavesARunThatFailedByItself) {
  EXPECT_THAT(resume_after(3), ElementsAre("1 failed: exit status 3"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "adopt a/1"));
}

TEST_F(ConcludeCancelled, LetsTheNextCommandHandOverTheRestOfAJobThatRunsShare) {
  plan_ = plan_of({"a", "b", "c"});
  plan_.jobs = {{.id = "all", .runs = {"a", "b", "c"}, .shared = Allocation{}}};
  hand_over([&] {
    directory_.complete("a", "1");
    directory_.start("b", "1", process_elsewhere());
  });
  cancel({"b", "c"});
  scheduler_.script["all/2"] = [&] {
    directory_.complete("b", "2");
    directory_.complete("c", "2");
    return JobStatus{.state = JobState::ended};
  };
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "2 completed", "2 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c", "submit all/2 for b c"));
}

}  // namespace
}  // namespace scalegen
