// The loop, where jobs that ask for the same are submitted together.
#include <gmock/gmock.h>

#include "core/directives.hpp"
#include "core/script_sum.hpp"
#include "tests/runner/sweep_fixture.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

/// Jobs whose names begin alike ask for the same.
Plan plan_by_rung(const std::vector<std::string>& runs) {
  auto plan = plan_of(runs);
  for (auto& run : plan.runs) run.resources.partition = run.rung.name;
  return plan;
}

class Arrays : public SweepFixture {
 protected:
  Arrays() : SweepFixture(plan_by_rung({"x-1", "y-1", "x-2", "x-3", "y-2", "z-1"})) {
    scheduler_.keeps_jobs = true;
    scheduler_.max_in_flight = 100;
    options_.as_arrays = true;
  }

  void all_complete() {
    const auto end = sweep();
    ASSERT_TRUE(end) << render(end.error());
    for (const auto& record : end->records) EXPECT_EQ(record.outcome, Outcome(Completed{})) << record.run.id;
  }
};

TEST_F(Arrays, HoldTheJobsThatAskForTheSame) {
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1",
                                            "submit y-array2: y-1/1 y-2/1", "submit z-1/1"));
}

TEST_F(Arrays, HoldNoMoreThanTheSchedulerTakes) {
  scheduler_.most_tasks = 2;
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1", "submit y-array2: y-1/1 y-2/1",
                                            "submit x-3/1", "submit z-1/1"));
}

TEST_F(Arrays, AreWholeWhereTheSchedulerKeepsToTheLimit) {
  observer_.max_in_flight = [] { return 2; };
  std::vector<std::string> why;
  observer_.report = [&](const Progress& progress) { why.push_back(progress.why_pending); };
  scheduler_.script["x-3/1"] = [&] {
    if (why.size() < 6) return kActive;
    directory_.complete("x-3", "1");
    return kEnded;
  };
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1 at most 2",
                                            "submit y-array2: y-1/1 y-2/1", "submit z-1/1"));
  EXPECT_THAT(std::vector(why.begin() + 1, why.begin() + 5), testing::Each("at most 2 jobs at a time"));
}

// With the one task that is left, the two of y would be three; z, which is one, would not.
TEST_F(Arrays, JoinWhatStillRunsIfAllOfThemFit) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3", "z-1", "y-1", "y-2"});
  observer_.max_in_flight = [] { return 2; };
  scheduler_.script["x-3/1"] = [&] {
    if (scheduler_.calls.size() < 2) return kActive;
    directory_.complete("x-3", "1");
    return kEnded;
  };
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1 at most 2", "submit z-1/1",
                                            "submit y-array2: y-1/1 y-2/1"));
}

TEST_F(Arrays, AreCutForALimitThatNoArrayReaches) {
  scheduler_.most_tasks = 2;
  observer_.max_in_flight = [] { return 2; };
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1", "submit y-array2: y-1/1 y-2/1",
                                            "submit x-3/1", "submit z-1/1"));
}

TEST_F(Arrays, FollowATrialThatIsAJobOfItsOwn) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3"});
  observer_.max_in_flight = [] { return 1; };
  options_.trial = true;
  ASSERT_TRUE(sweep());
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-1/1", "submit x-array1: x-2/1 x-3/1 at most 1"));
}

// Each job says the nodes that it avoids on its own command line.
TEST_F(Arrays, AreNoneIfNodesAreExcluded) {
  plan_ = plan_by_rung({"x-1", "x-2"});
  options_.excluded_nodes = {"n3", "n7"};
  ASSERT_TRUE(sweep());
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("submit x-1/1 not on n3 not on n7", "submit x-2/1 not on n3 not on n7"));
}

TEST_F(Arrays, HoldEachJobsOwnNextAttempt) {
  plan_ = plan_by_rung({"x-1", "x-2"});
  directory_.end("x-1", "1", 143, "TERM");
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/2 x-2/1"));
}

TEST_F(Arrays, AreHandedOverAgainWithTheSameTasksWhereTheSchedulerDidNotAnswer) {
  scheduler_.not_now = 2;
  std::vector<std::size_t> left;
  observer_.report = [&](const Progress& progress) { left.push_back(progress.jobs_pending); };
  all_complete();
  EXPECT_EQ(left.front(), 6U);
  EXPECT_THAT(
      scheduler_.calls,
      ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1", "submit x-array1: x-1/1 x-2/1 x-3/1",
                  "submit x-array1: x-1/1 x-2/1 x-3/1", "submit y-array2: y-1/1 y-2/1", "submit z-1/1"));
}

TEST_F(Arrays, BecomeSmallerUntilTheSchedulerHasRoom) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3", "x-4"});
  scheduler_.room_for_tasks = 2;
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1 x-4/1",
                                            "submit x-array2: x-1/1 x-2/1", "submit x-array3: x-3/1 x-4/1"));
}

TEST_F(Arrays, AreHandedOverAgainWithoutWhatHasRunMeanwhile) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3"});
  scheduler_.not_now = 1;
  scheduler_.on_submit = [&] {
    if (scheduler_.not_now > 0) directory_.complete("x-2", "slurm-7");
    return Result<void>();
  };
  all_complete();
  EXPECT_THAT(scheduler_.calls,
              ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1", "submit x-array2: x-1/1 x-3/1"));
}

TEST_F(Arrays, WhoseTaskWasCancelledInTheQueueDoNotRunItAgain) {
  plan_ = plan_by_rung({"x-1", "x-2"});
  scheduler_.script["x-2/1"] = [] { return JobStatus{.state = JobState::ended, .cancelled_in_queue = true}; };
  const auto end = sweep();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->records.back().outcome, std::nullopt);
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1"));
}

// It had begun all the same, and ended before anybody looked.
TEST_F(Arrays, WhoseTaskSeemedToBeCancelledInTheQueueBelieveItsFiles) {
  plan_ = plan_by_rung({"x-1", "x-2"});
  scheduler_.script["x-2/1"] = [&] {
    directory_.complete("x-2", "1");
    return JobStatus{.state = JobState::ended, .cancelled_in_queue = true};
  };
  all_complete();
}

TEST_F(Arrays, AreFoundByTheirNameWhereTheToolWasKilled) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3"});
  directory_.write_journal(R"({"event":"submitting","job":"x-1","attempt":"1","name":"x-array1-c","task":0}
{"event":"submitting","job":"x-2","attempt":"1","name":"x-array1-c","task":1}
)");
  scheduler_.known_by_name["x-array1"] = "x-array1";
  scheduler_.array_tasks["x-array1"] = {"x-1/1", "x-2/1"};
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("find x-array1", "submit x-3/1"));
}

TEST_F(Arrays, NeverHaveANameTwice) {
  plan_ = plan_by_rung({"x-1", "x-2"});
  ASSERT_TRUE(make_folders(directory_.get().arrays() / "7"));
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array8: x-1/1 x-2/1"));
}

TEST_F(Arrays, AreNotForWhoDiedWithItsNode) {
  plan_ = plan_by_rung({"x-1", "x-2", "x-3"});
  scheduler_.script["x-2/1"] = [&] {
    directory_.start("x-2", "1", dead_process());
    return JobStatus{.state = JobState::ended, .abnormal_outcome = NodeFailed{"n7"}};
  };
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1", "submit x-2/2 not on n7"));
}

// Only the plan and scripts.cksum tell of a script: one that differs is submitted alone.
class ArraysOfScripts : public Arrays {
 protected:
  ArraysOfScripts() {
    plan_ = plan_by_rung({"x-1", "x-2", "x-3"});
    for (const auto& run : plan_.runs) write(run.id, "#SBATCH --job-name=c-" + run.id + "\n");
    EXPECT_TRUE(write_file(directory_.get().script_sums(), sums_));
  }
  void write(const std::string& job, const std::string& more) {
    const auto script = directory_.get().job_script(job);
    ASSERT_TRUE(make_folders(script.parent_path()));
    auto text = std::string("#!/bin/bash\n# a job\n") + more;
    const auto known = directives(plan_.runs.front().resources, plan_.head.launch, "a", "slurm-%j.out");
    for (const auto& line : known.value()) text += line + "\n";
    text += "set -euo pipefail\n";
    ASSERT_TRUE(write_file(script, text));
    sums_ += script_sum(directory_.get(), script, text);
  }

  std::string sums_{};
};

TEST_F(ArraysOfScripts, HoldThoseThatAreAsGenerated) {
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-2/1 x-3/1"));
}

TEST_F(ArraysOfScripts, HoldNoneThatAPersonEdited) {
  ASSERT_TRUE(append_durably(directory_.get().job_script("x-2"), "echo done\n"));
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-array1: x-1/1 x-3/1", "submit x-2/1"));
}

TEST_F(ArraysOfScripts, HoldNoneOfAPersonsTemplateThatAsksForMore) {
  write("x-1", "#SBATCH --mail-type=END\n");
  ASSERT_TRUE(write_file(directory_.get().script_sums(), sums_));
  all_complete();
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit x-1/1", "submit x-array1: x-2/1 x-3/1"));
}

}  // namespace
}  // namespace scalegen
