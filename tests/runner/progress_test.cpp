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

TEST(Notice, IsASentence) {
  using enum Notice::Kind;
  EXPECT_EQ(describe({not_launched, "1cpu-r1", {"7"}, 1, "NODE_FAIL on n1"}),
            "1cpu-r1: job 7 could not be launched, try 1 of 3: NODE_FAIL on n1");
  EXPECT_EQ(
      describe({waits_for_files, "1cpu-r1", {"7_3", "cm2"}, 0, "COMPLETED on n1", seconds(300)}),
      "1cpu-r1: job 7_3;cm2 has ended (COMPLETED on n1), and not all of its files are here: waiting up to "
      "5 min");
  EXPECT_EQ(describe({submitted_again, "1cpu-r1", {"8"}, 2, "preempted"}),
            "1cpu-r1: submitted again as job 8, try 2 of 3: preempted");
  EXPECT_EQ(
      describe({waits_in_queue, "1cpu-r1", {"8"}, 2, "PartitionDown: its partition is down: ask the site"}),
      "1cpu-r1 waits: PartitionDown: its partition is down: ask the site");
}

}  // namespace
}  // namespace scalegen
