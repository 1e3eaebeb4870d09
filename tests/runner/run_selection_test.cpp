// The loop with a sweep that finds out on its way which of its runs are needed.
#include "runner/run_selection.hpp"

#include <gmock/gmock.h>

#include "runner/sweep_runner.hpp"
#include "tests/runner/fake_scheduler.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

/// A sweep of the runs a, b, c and d: b is needed if a completed, and c and d never are once b has completed.
class RunSelections : public testing::Test {
 protected:
  RunSelections() {
    scheduler_.keeps_jobs = true;
    scheduler_.max_in_flight = 4;
    observer_.select_runs =
        [this](const std::vector<RunRecord>& records) -> Result<std::vector<RunSelection>> {
      ++asked_;
      const RunSelection later{RunSelection::Kind::later, ""};
      const RunSelection never{RunSelection::Kind::never, "enough"};
      const auto rest = has_completed(records[1]) ? never : later;
      return std::vector<RunSelection>{{}, has_completed(records[0]) ? RunSelection{} : later, rest, rest};
    };
  }

  std::vector<std::string> sweep() {
    const auto end = run_sweep(directory_.get(), plan_, scheduler_, clock_, options_, observer_);
    EXPECT_TRUE(end) << (end ? "" : render(end.error()));
    std::vector<std::string> verdicts;
    if (!end) return verdicts;
    for (const auto& record : end->records)
      verdicts.push_back(record.outcome              ? describe(*record.outcome)
                         : record.not_needed.empty() ? "open"
                                                     : "not needed: " + record.not_needed);
    return verdicts;
  }

  Directory directory_;
  Plan plan_ = plan_of({"a", "b", "c", "d"});
  FakeScheduler scheduler_{directory_};
  FakeClock clock_;
  SweepOptions options_;
  SweepObserver observer_;
  int asked_ = 0;
};

TEST_F(RunSelections, DecideWhatIsSubmittedWhen) {
  EXPECT_THAT(sweep(), ElementsAre("completed", "completed", "not needed: enough", "not needed: enough"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1"));
}

TEST_F(RunSelections, AreTheSameForTheNextCall) {
  (void)sweep();
  scheduler_.calls.clear();
  EXPECT_THAT(sweep(), ElementsAre("completed", "completed", "not needed: enough", "not needed: enough"));
  EXPECT_THAT(scheduler_.calls, ElementsAre());
}

TEST_F(RunSelections, KeepRunsOutOfArrays) {
  options_.as_arrays = true;
  EXPECT_THAT(sweep(), ElementsAre("completed", "completed", "not needed: enough", "not needed: enough"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1", "submit b/1"));
}

// Nothing can tell whether b is needed, and nothing is under way: else the loop would wait for ever.
TEST_F(RunSelections, ThatNothingDecidesInThisCallAreLeftToTheNext) {
  scheduler_.script["a/1"] = [] {
    return JobStatus{.state = JobState::ended, .abnormal_outcome = Cancelled{}, .cancelled_in_queue = true};
  };
  EXPECT_THAT(sweep(), ElementsAre("open", "open", "open", "open"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit a/1"));
  scheduler_.script.clear();
  EXPECT_THAT(sweep(), ElementsAre("completed", "completed", "not needed: enough", "not needed: enough"));
}

TEST_F(RunSelections, AJobThatLeftOutRunsIsNotSubmittedAgainForThem) {
  plan_.jobs = {{.id = "all", .runs = {"a", "b", "c", "d"}, .shared = Allocation{}}};
  scheduler_.script["all/1"] = [this] {
    directory_.complete("a", "1");
    directory_.complete("b", "1");
    return JobStatus{.state = JobState::ended};
  };
  EXPECT_THAT(sweep(), ElementsAre("completed", "completed", "not needed: enough", "not needed: enough"));
  EXPECT_THAT(scheduler_.calls, ElementsAre("submit all/1 for a b c d"));
}

TEST_F(RunSelections, AreAskedForOnlyWhenRunsHaveEnded) {
  int looks = 0;
  scheduler_.script["a/1"] = [&, this] {
    if (++looks < 50) return JobStatus{.state = JobState::active};
    directory_.complete("a", "1");
    return JobStatus{.state = JobState::ended};
  };
  (void)sweep();
  EXPECT_LT(asked_, 10);
}

}  // namespace
}  // namespace scalegen
