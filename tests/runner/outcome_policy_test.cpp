#include "runner/outcome_policy.hpp"

#include <gtest/gtest.h>

#include <array>
#include <tuple>
#include <variant>

namespace scalegen {
namespace {

using Policies = std::array<OutcomePolicy, std::variant_size_v<Outcome>>;

TEST(OutcomePolicy, IsThisTable) {
  EXPECT_EQ(outcome_policies(), (Policies{{{"completed", 0, Retry::never, false},
                                           {"failed", 2, Retry::on_request, false},
                                           {"timed out", 5, Retry::on_request, false},
                                           {"out of memory", 8, Retry::on_request, false},
                                           {"node failed", 7, Retry::at_once, false},
                                           {"preempted", 6, Retry::at_once, false},
                                           {"cancelled", 4, Retry::next_command, false},
                                           {"lost", 1, Retry::at_once, true},
                                           {"suspended", 3, Retry::at_once, false}}}));
}

TEST(OutcomePolicy, HasALineForEachOutcomeUnderItsName) {
  for (const auto& outcome :
       std::vector<Outcome>{Completed{}, Failed{}, TimedOut{}, OutOfMemory{}, NodeFailed{}, Preempted{},
                            Cancelled{}, Lost{}, Suspended{}})
    EXPECT_EQ(describe(outcome).find(policy_of(outcome).outcome), 0U) << describe(outcome);
}

TEST(OutcomePolicy, SaysWhichRunsACommandStarts) {
  EXPECT_TRUE(is_due({}, false));
  EXPECT_FALSE(is_due({.attempt = "1"}, true));  // it runs
  for (const auto& [outcome, at_first, on_request] :
       std::vector<std::tuple<Outcome, bool, bool>>{{Completed{}, false, false},
                                                    {Failed{}, false, true},
                                                    {Cancelled{}, true, true},
                                                    {Lost{}, true, true}}) {
    EXPECT_EQ(is_due({.attempt = "1", .outcome = outcome}, false), at_first) << describe(outcome);
    EXPECT_EQ(is_due({.attempt = "1", .outcome = outcome}, true), on_request) << describe(outcome);
  }
}

// The exceptions beside the table.
TEST(OutcomePolicy, WaitsForTheSchedulerWhereASignalEndedARun) {
  EXPECT_TRUE(awaits_scheduler({.attempt = "1", .outcome = Cancelled{}}));
  EXPECT_FALSE(awaits_scheduler({.attempt = "1", .outcome = Cancelled{}, .is_persisted = true}));
  EXPECT_FALSE(awaits_scheduler({.attempt = "1", .outcome = Failed{}}));
}

TEST(OutcomePolicy, DoesNotRetryWhatAPersonCancelled) {
  const JobStatus ended{.state = JobState::ended};
  const JobStatus cancelled{.state = JobState::ended, .abnormal_outcome = Cancelled{}};
  EXPECT_TRUE(should_retry({{.attempt = "1", .outcome = Lost{}}}, "1", ended));
  EXPECT_FALSE(should_retry({{.attempt = "1", .outcome = Lost{}}}, "1", cancelled));
  EXPECT_FALSE(should_retry({{.attempt = "1", .outcome = Cancelled{}}, {}}, "1", ended));
  EXPECT_TRUE(should_retry({{.attempt = "1", .outcome = Completed{}}, {}}, "1", ended));
}

TEST(WorseOf, CannotMakeARunGood) {
  EXPECT_EQ(more_severe(Failed{7, "no data"}, Completed{}), Outcome(Failed{7, "no data"}));
  EXPECT_EQ(more_severe(TimedOut{}, Failed{1, ""}), Outcome(TimedOut{}));
}

TEST(WorseOf, NamesWhatWasBehindASignal) {
  EXPECT_EQ(more_severe(Completed{}, Failed{1, "a step failed"}), Outcome(Failed{1, "a step failed"}));
  EXPECT_EQ(more_severe(Failed{137, ""}, OutOfMemory{}), Outcome(OutOfMemory{}));
  EXPECT_EQ(more_severe(Cancelled{}, NodeFailed{"n1"}), Outcome(NodeFailed{"n1"}));
  EXPECT_EQ(more_severe(Cancelled{}, Preempted{}), Outcome(Preempted{}));
  EXPECT_EQ(more_severe(Lost{"no word"}, TimedOut{}), Outcome(TimedOut{}));
  EXPECT_EQ(more_severe(Completed{}, Suspended{}), Outcome(Suspended{}));
  EXPECT_EQ(more_severe(Failed{1, "a peer is silent"}, Suspended{}), Outcome(Suspended{}));
  EXPECT_EQ(more_severe(Cancelled{}, Suspended{}), Outcome(Cancelled{}));
}

TEST(WorseOf, IsNoCancellationWhereTheJobWasPutBackIntoTheQueue) {
  EXPECT_EQ(more_severe(Cancelled{}, Lost{"put back"}), Outcome(Lost{"put back"}));
  EXPECT_EQ(more_severe(Failed{7, ""}, Lost{"put back"}), Outcome(Failed{7, ""}));
}

TEST(WorseOf, TakesTheFilesWordOfTwoOfAKind) {
  EXPECT_EQ(more_severe(Failed{7, "no data"}, Failed{1, ""}), Outcome(Failed{7, "no data"}));
}

}  // namespace
}  // namespace scalegen
