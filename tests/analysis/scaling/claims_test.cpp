// Everything beside a claim agrees with it.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include <random>

#include "analysis/analyse.hpp"
#include "tests/analysis/numbered_rounds.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

/// Times of a ladder with some loss and noise; some tables have rounded times, which tie, a slow round, or a
/// rung that is noisier than others.
std::string random_table(std::mt19937& random) {
  const auto one_of = [&](std::size_t n) {
    return std::uniform_int_distribution<std::size_t>(0, n - 1)(random);
  };
  const auto rungs = 2 + one_of(4);
  const auto rounds = 2 + one_of(8);
  const double noise = std::array{0.0, 0.01, 0.05, 0.3}[one_of(4)];
  const double loss = std::array{0.0, 0.02, 0.1}[one_of(3)];
  const int digits = std::array{0, 1, 6}[one_of(3)];
  const bool rounds_differ = one_of(2) == 0;
  std::normal_distribution<> normal;
  std::string table = "rung,seconds\n";
  std::vector<double> of_round;
  for (std::size_t r = 0; r < rounds; ++r) of_round.push_back(rounds_differ ? 0.1 * normal(random) : 0);
  for (std::size_t k = 0; k < rungs; ++k) {
    const double own = noise * (one_of(4) == 0 ? 4 : 1);
    const auto ranks = static_cast<double>(1U << k);
    for (std::size_t r = 0; r < rounds; ++r)
      table += fmt::format(
          "{}gpu,{:.{}f}\n", ranks,
          100 / ranks * std::exp(static_cast<double>(k) * loss + of_round[r] + own * normal(random)), digits);
  }
  return table;
}

bool contains(const stats::Interval& interval, double value) {
  return interval.low <= value && value <= interval.high;
}

TEST(Claims, HoldIfAndOnlyIfTheirIntervalDoesNotContainOne) {
  std::mt19937 random(7);
  int held = 0;
  int open = 0;
  for (int i = 0; i < 4000; ++i) {
    const auto table = random_table(random);
    const auto report = report_of_table("t.csv", i % 4 == 0 ? table : with_rounds(table));
    if (!report) continue;  // a rounded time is 0
    for_each_point(report->tables, [&](const auto&, const auto& point) {
      for (const auto& claim : point.claims) {
        ASSERT_TRUE(claim.in_report) << table;
        ASSERT_EQ(contains(*claim.in_report, 1), !is_significant(claim))
            << point.rung << " against " << claim.against << "\n"
            << table;
        ASSERT_LE(claim.in_report->low, claim.ratio.interval->low) << table;
        ASSERT_GE(claim.in_report->high, claim.ratio.interval->high) << table;
        (is_significant(claim) ? held : open) += 1;
      }
    });
  }
  EXPECT_GT(held, 1000);
  EXPECT_GT(open, 1000);
}

// One degree of freedom: the t of 97.5 % is 25.45, that of the table's 90 % interval 6.31.
TEST(Claims, StandBesideTheIntervalAtTheirOwnLevel) {
  const auto report =
      report_of_table("t.csv", with_rounds("1gpu,100\n1gpu,101\n2gpu,180\n2gpu,150\n")).value();
  EXPECT_THAT(
      report::notes_and_method(report),
      IsSupersetOf(
          {"intervals: 90 %, pooled over rungs and rounds (at least 80 % if rungs differ in noise)",
           "2gpu is not distinguishable from ideal: efficiency 0.31 [0.03, 3.53] at 97.5 %; a loss up to "
           "97 % is not excluded",
           "2gpu is not distinguishable from 1gpu: 0.61x [0.05, 7.07] (1.64x slower) at 97.5 %",
           "claims: 0 of 2 hold together at 5 % (Holm's procedure); beside each of the others stands "
           "its interval at 97.5 %, 100 % - 5 %/2, which is never narrower than the table's"}));
}

/// A table with many rungs of equal times in random order.
std::string table_of_equal_rungs(int rungs, int rounds) {
  std::mt19937 random(7);
  std::normal_distribution<> normal;
  std::string table = "rung,seconds\n";
  for (int k = 1; k <= rungs; ++k)
    for (int r = 0; r < rounds; ++r)
      table += fmt::format("{}gpu,{:.6f}\n", k, 100 * std::exp(0.05 * normal(random)) / k);
  return table;
}

// Ranks of six rounds against six know no probability below 0.0022: fewer than 5 % / 24.
TEST(Claims, SayThatRanksOfSoFewRoundsCannotSupportThem) {
  EXPECT_THAT(
      report::notes_and_method(report_of_table("t.csv", table_of_equal_rungs(14, 6)).value()),
      Contains("2gpu is not distinguishable from ideal: ranks of so few rounds cannot support any claim "
               "at 99.81 %; 7 rounds can"));
  EXPECT_THAT(report::notes_and_method(report_of_table("t.csv", table_of_equal_rungs(14, 7)).value()),
              Not(Contains(HasSubstr("cannot support"))));
}

TEST(Claims, OfALongLadderAreCounted) {
  std::string table = "rung,seconds\n";
  for (int round = 0; round < 3; ++round)
    for (int ranks = 1; ranks <= 20; ++ranks)
      table += fmt::format("{}gpu,{}\n", ranks, 100.0 / ranks * (1 + 0.1 * ((ranks * 7 + round * 5) % 3)));
  const auto notes = report::notes_and_method(report_of_table("t.csv", table).value());
  EXPECT_EQ(std::count_if(notes.begin(), notes.end(),
                          [](const auto& note) {
                            return note.find("is not distinguishable from") != std::string::npos;
                          }),
            8);
  EXPECT_THAT(notes,
              Contains(testing::MatchesRegex("[0-9]+ more rungs or steps are not distinguishable; JSON has "
                                             "each claim")));
}

}  // namespace
}  // namespace scalegen
