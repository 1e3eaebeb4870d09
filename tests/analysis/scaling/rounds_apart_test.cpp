#include "analysis/scaling/confounders.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

Measurement run_at(const std::string& rung, int round, const std::string& attempt, double begun) {
  return {.run = rung + "-r" + std::to_string(round),
          .round = round,
          .attempt = attempt,
          .value = 100,
          .begun = begun,
          .held_seconds = 10};
}

// Two rounds of two rungs, each run 10 s, one after the other.
Ladder two_rungs() {
  return {.rungs = {{.name = "1cpu", .runs = {run_at("1cpu", 1, "1", 0), run_at("1cpu", 2, "1", 20)}},
                    {.name = "2cpu", .runs = {run_at("2cpu", 1, "1", 10), run_at("2cpu", 2, "1", 30)}}}};
}

std::string found_in(const Ladder& ladder) {
  const auto found = difference_in_time(ladder, 0, 1);
  return found ? found->here : "";
}

TEST(RoundsApart, AreThoseOfARunThatWasTriedAgainLater) {
  auto ladder = two_rungs();
  EXPECT_EQ(found_in(ladder), "");
  auto& late = ladder.rungs[1].runs[0];
  late = run_at("2cpu", 1, "2", 71);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1 ran after a failure, up to 1 min 1 s after the other run of the round had ended: the machine "
      "may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "3", 3700);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1, 2cpu-r2 ran after a failure, up to 1 h 1 min after the other run of the round had ended: the "
      "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  EXPECT_EQ(difference_in_time(ladder, 1, 0)->consequence, Consequence::star) << "whichever is the baseline";
}

TEST(RoundsApart, MayBeThoseOfAnInterrupt) {
  auto ladder = two_rungs();
  auto& late = ladder.rungs[1].runs[0];
  late = run_at("2cpu", 1, "2", 71);
  late.was_interrupted = true;
  EXPECT_EQ(found_in(ladder),
            "2cpu-r1 ran after an interrupt, up to 1 min 1 s after the other run of the round had ended: the "
            "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "2", 81);
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r1, 2cpu-r2 ran after a failure, up to 1 min 1 s after the other run of the round had ended: the "
      "machine may have changed since; 'scalegen sweep DIR --again 2cpu-r1' measures a round again");
}

TEST(RoundsApart, AreNoneOfASlowFirstRunBesideOneThatWasTriedAgain) {
  auto ladder = two_rungs();
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "2", 31);
  auto& first = ladder.rungs[1].runs[0];
  first = run_at("2cpu", 1, "2", 500);
  EXPECT_NE(found_in(ladder), "");
  first.put_aside = {run_at("2cpu", 1, "1", 10)};
  EXPECT_EQ(found_in(ladder), "");
}

TEST(RoundsApart, AreNoneThatWereTriedAgainAtOnce) {
  auto ladder = two_rungs();
  ladder.rungs[1].runs[0] = run_at("2cpu", 1, "2", 30);
  EXPECT_EQ(found_in(ladder), "") << "as long after it as the round takes";
  ladder.rungs[0].runs[0] = run_at("1cpu", 1, "2", 0);
  ladder.rungs[1].runs[0] = run_at("2cpu", 1, "1", 500);
  EXPECT_EQ(found_in(ladder), "") << "the trial failed, and Slurm started the other when it could";
}

TEST(RoundsApart, AreThoseOfRunsMoreThanADayApart) {
  auto ladder = two_rungs();
  ladder.rungs[1].runs[1] = run_at("2cpu", 2, "1", 30 + 86400);
  EXPECT_EQ(found_in(ladder), "") << "a job may wait for a day";
  ladder.rungs[1].runs[1].begun = 31 + 86400;
  EXPECT_EQ(found_in(ladder),
            "2cpu-r2 ran up to 24 h after the other run of the round had ended: the machine may have changed "
            "since; 'scalegen sweep DIR --again 2cpu-r2' measures a round again");
  ladder.rungs[1].runs[1].put_aside = {ladder.rungs[1].runs[1]};
  EXPECT_EQ(found_in(ladder), "") << "a slow first run";
}

TEST(RoundsApart, AreNoneThatWereMeasuredAgainTogether) {
  auto ladder = two_rungs();
  for (auto& rung : ladder.rungs) rung.runs[0].replaced = {rung.runs[0]};
  ladder.rungs[1].runs[0].attempt = "2";
  ladder.rungs[1].runs[0].begun = 500;
  EXPECT_EQ(found_in(ladder), "");
  ladder.rungs[1].runs[0].replaced.clear();
  EXPECT_NE(found_in(ladder), "");
  ladder.rungs[1].runs[0].put_aside = {ladder.rungs[1].runs[0]};
  EXPECT_EQ(found_in(ladder), "") << "a slow first run";
}

TEST(RoundsApart, AreStillThoseThatWaitedForARunWhoseRoundWasMeasuredAgain) {
  auto ladder = two_rungs();
  for (auto& rung : ladder.rungs) rung.runs[0].replaced = {rung.runs[0]};
  ladder.rungs[1].runs[0].replaced.front().attempt = "2";
  ladder.rungs[1].runs[0].attempt = "3";
  ladder.rungs[1].runs[0].begun = 500;
  EXPECT_EQ(found_in(ladder), "");
  ladder.rungs[1].runs[1].begun = 101;
  EXPECT_EQ(
      found_in(ladder),
      "2cpu-r2 ran after a failure, up to 1 min 11 s after the other run of the round had ended: the machine "
      "may have changed since; 'scalegen sweep DIR --again 2cpu-r2' measures a round again");
}

}  // namespace
}  // namespace scalegen
