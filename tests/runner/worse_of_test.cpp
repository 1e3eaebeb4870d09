#include "runner/outcome_policy.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

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
