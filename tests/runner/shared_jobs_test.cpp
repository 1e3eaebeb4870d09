// The loop with jobs that several runs share, one after the other in one allocation.
#include <gmock/gmock.h>

#include "tests/runner/sweep_fixture.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

Plan one_job_of(const std::vector<std::string>& runs) {
  auto plan = plan_of(runs);
  plan.jobs = {{.id = "all", .runs = runs, .shared = Allocation{}}};
  return plan;
}

class SharedJobs : public SweepFixture {
 protected:
  SharedJobs() : SweepFixture(one_job_of({"a", "b", "c"})) {
    scheduler_.keeps_jobs = true;
    observer_.report = [&](const Progress& progress) {
      if (progress.ended)
        told_.push_back(std::to_string(progress.runs_done) + " of " + std::to_string(progress.runs_total) +
                        ": " + progress.ended->run.id + " " + describe(*progress.ended->outcome));
    };
  }

  /// Sets what is seen of "all/ATTEMPT" at one look after the other; the last stays.
  void at_each_look(const std::string& attempt, std::vector<std::function<JobStatus()>> looks) {
    scheduler_.script["all/" + attempt] = [looks, look = std::size_t{0}]() mutable {
      return looks[std::min(look++, looks.size() - 1)]();
    };
  }
  /// All but "a", at the first look.
  void the_rest_completes(const std::string& attempt) {
    at_each_look(attempt, {[this, attempt] {
                   directory_.complete("b", attempt);
                   directory_.complete("c", attempt);
                   return kEnded;
                 }});
  }

  std::vector<std::string> told_;
};

TEST_F(SharedJobs, AreToldOfRunByRunWhileTheyGoOn) {
  at_each_look("1", {[&] {
                       directory_.complete("a", "1");
                       directory_.start("b", "1", process_elsewhere());
                       return kActive;
                     },
                     [&] {
                       directory_.exit("b", "1", 3);
                       return kActive;
                     },
                     [&] {
                       directory_.complete("c", "1");
                       return kEnded;
                     }});
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "1 failed: exit status 3", "1 completed"));
  EXPECT_THAT(told_,
              ElementsAre("1 of 3: a completed", "2 of 3: b failed: exit status 3", "3 of 3: c completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c"));
}

TEST_F(SharedJobs, TakeTheirEndFromSlurmOnlyForTheRunThatWasGoingOn) {
  at_each_look("1", {[&] {
                 directory_.complete("a", "1");
                 directory_.complete("b", "1");
                 directory_.start("c", "1", process_elsewhere());
                 return JobStatus{.state = JobState::ended, .abnormal_outcome = OutOfMemory{}};
               }});
  EXPECT_THAT(verdicts(),
              ElementsAre("1 completed", "1 completed", "1 out of memory; ask for more with 'memory:'"));
}

// Slurm sends a signal before it says why.
TEST_F(SharedJobs, SayWhyTheRunEndedThatASignalEnded) {
  at_each_look("1", {[&] {
                       directory_.complete("a", "1");
                       directory_.start("b", "1", process_elsewhere());
                       directory_.exit("b", "1", 143, "TERM");
                       return kActive;
                     },
                     [&] { return JobStatus{.state = JobState::ended, .abnormal_outcome = Preempted{}}; }});
  the_rest_completes("2");
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "2 completed", "2 completed"));
  EXPECT_EQ(told_[1], "1 of 3: b preempted");
}

// On a disk that hosts share.
TEST_F(SharedJobs, AreToldOfNoRunBeforeTheEndOfItsOutputHasCome) {
  at_each_look("1", {[&] {
                       directory_.complete("a", "1");
                       directory_.write("a", "1", "out", "");
                       directory_.start("b", "1", process_elsewhere());
                       return kActive;
                     },
                     [&] {
                       for (const auto* run : {"a", "b", "c"}) directory_.complete(run, "1");
                       return kEnded;
                     }});
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "1 completed", "1 completed"));
  EXPECT_THAT(told_, ElementsAre("1 of 3: a completed", "2 of 3: b completed", "3 of 3: c completed"));
}

TEST_F(SharedJobs, AreNotPaidForAgainBeforeTheFilesOfAllRunsAreWaitedFor) {
  scheduler_.lag = std::chrono::seconds(75);
  scheduler_.longest_lag = std::chrono::seconds(300);
  scheduler_.script["all/1"] = [&, look = 0]() mutable {
    directory_.complete("a", "1");
    if (++look < 290) return JobStatus{.state = JobState::ended, .exit_status = 0};
    for (const auto* run : {"b", "c"}) directory_.complete(run, "1");
    return JobStatus{.state = JobState::ended, .exit_status = 0};
  };
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "1 completed", "1 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c"));
}

TEST_F(SharedJobs, AreHandedOverAgainForWhatIsLeft) {
  at_each_look("1", {[&] {
                 directory_.complete("a", "1");
                 directory_.start("b", "1", process_elsewhere());
                 return JobStatus{.state = JobState::ended, .abnormal_outcome = NodeFailed{"n3"}};
               }});
  the_rest_completes("2");
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "2 completed", "2 completed"));
  EXPECT_THAT(scheduler_.calls,
              testing::IsSupersetOf({"submit all/1 for a b c", "submit all/2 not on n3 for b c"}));
}

TEST_F(SharedJobs, OfWhichARunDidNotComeToBeginAreHandedOverAgain) {
  at_each_look("1", {[&] {
                 directory_.complete("a", "1");
                 return JobStatus{.state = JobState::ended, .abnormal_outcome = TimedOut{}};
               }});
  the_rest_completes("2");
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "2 completed", "2 completed"));
}

TEST_F(SharedJobs, ThatAPersonCancelledAreLeftUntilTheNextCall) {
  at_each_look("1", {[&] {
                 directory_.complete("a", "1");
                 return JobStatus{.state = JobState::ended, .abnormal_outcome = Cancelled{}};
               }});
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", " open", " open"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c"));
  the_rest_completes("2");
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "2 completed", "2 completed"));
}

// Between two of its runs no file says that it goes on.
TEST_F(SharedJobs, AreTakenUpByTheNextToolAlsoBetweenTwoRuns) {
  at_each_look("1", {[&] {
                 directory_.complete("a", "1");
                 return kActive;
               }});
  int turns = 3;
  observer_.wants_stop = [&] { return turns-- <= 0; };
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", " open", " open"));
  observer_.wants_stop = [] { return false; };
  the_rest_completes("1");
  EXPECT_THAT(verdicts(), ElementsAre("1 completed", "1 completed", "1 completed"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c"));
}

}  // namespace
}  // namespace scalegen
