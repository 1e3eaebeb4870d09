#include "runner/progress.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

using std::chrono::seconds;

RunRecord completed(const std::string& rung, seconds time) {
  return {.run = {.rung = {.name = rung}}, .attempt = "1", .outcome = Completed{}, .elapsed = time};
}

TEST(RemainingTime, IsNoneUntilARunHasCompleted) {
  RemainingTime estimate;
  estimate.expect("1cpu");
  EXPECT_EQ(estimate.remaining(), std::nullopt);
  estimate.learn(
      {.run = {.rung = {.name = "1cpu"}}, .attempt = "1", .outcome = Failed{}, .elapsed = seconds(1)});
  EXPECT_EQ(estimate.remaining(), std::nullopt);
}

TEST(RemainingTime, TakesTheMeanOfTheSameRungElseOfAll) {
  RemainingTime estimate;
  for (const auto* rung : {"1cpu", "1cpu", "4cpu"}) estimate.expect(rung);
  estimate.learn(completed("1cpu", seconds(10)));
  estimate.learn(completed("1cpu", seconds(20)));
  estimate.learn(completed("2cpu", seconds(6)));
  EXPECT_EQ(estimate.remaining(), seconds(15 + 15 + 12));
  estimate.drop("4cpu");
  EXPECT_EQ(estimate.remaining(), seconds(30));
}

}  // namespace
}  // namespace scalegen
