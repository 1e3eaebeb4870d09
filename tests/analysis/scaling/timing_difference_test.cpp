#include <gmock/gmock.h>

#include <map>

#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

/// A trainer of one's own of whose loop the steps of a rung time such a share: the rest of it is between
/// them.
std::vector<std::string> warnings_of(const std::map<std::string, double>& shares) {
  MadeUpSweep sweep(3);
  sweep.head.own_program = true;
  for (auto& run : sweep.runs) run.timed_share = shares.at(run.record.run.id.substr(0, 4));
  return sweep.report().warnings;
}

TEST(TimingDifference, StarsARungWhoseStepsTimeAnotherPartOfTheLoop) {
  EXPECT_THAT(warnings_of({{"1cpu", 1}, {"2cpu", 1}, {"4cpu", 0.86}}),
              ElementsAre("4cpu *: share of the loop that its steps time is 86.0 % here and 100 % in the "
                          "baseline"));
}

TEST(TimingDifference, IsNoneWhereAllLeaveOutTheSame) {
  EXPECT_THAT(warnings_of({{"1cpu", 0.8}, {"2cpu", 0.79}, {"4cpu", 0.78}}), IsEmpty());
}

}  // namespace
}  // namespace scalegen
