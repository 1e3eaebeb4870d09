#include <fmt/format.h>
#include <gmock/gmock.h>

#include <random>

#include "analysis/analyse.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "tests/analysis/numbered_rounds.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen {
namespace {

using testing::Contains;
using testing::HasSubstr;
using testing::IsSupersetOf;
using testing::Not;

// Everything beside a claim agrees with it.

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

// All seven ratios are above 1, and so is the table's interval.
TEST(Claims, StandWithTheirOwnIntervalBesideNotDistinguishable) {
  const auto report = report_of_table("t.csv", with_rounds("1cpu,785.2\n1cpu,1135.5\n1cpu,930.2\n1cpu,822.2\n"
                                                           "1cpu,678.5\n1cpu,706.7\n1cpu,754.8\n2cpu,733.6\n"
                                                           "2cpu,725.6\n2cpu,833.5\n2cpu,669.4\n2cpu,654.6\n"
                                                           "2cpu,627.2\n2cpu,720.9\n2cpu,682.4\n"))
                          .value();
  EXPECT_THAT(report::verdict_sentences(report), Contains(HasSubstr("2cpu is 1.12x [1.05, 1.33] as fast")));
  EXPECT_THAT(report.notes, Contains("not distinguishable: 2cpu from 1cpu (1.12x [0.99, 1.36])"));
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

stats::Estimate estimate(double centre, double low, double high) { return {centre, {{low, high, 0.95}}}; }

TEST(FigureText, HasAsManyPlacesAsTheWidthTellsAndKeepsZeros) {
  EXPECT_EQ(factor_text(estimate(1.8381, 1.7912, 1.8802)), "1.84x [1.79, 1.88]");
  EXPECT_EQ(factor_text(estimate(3.1003, 3.0982, 3.1029)), "3.100x [3.098, 3.103]");
  EXPECT_EQ(factor_text(estimate(14.72, 13.9, 16.02)), "14.7x [13.9, 16.0]");
  EXPECT_EQ(efficiency_text(estimate(0.38702, 0.38694, 0.38711)), "38.702 % [38.694, 38.711]");
  EXPECT_EQ(estimate_text(estimate(1026.7, 1017.2, 1042.4)), "1027 [1017, 1042]");
  EXPECT_EQ(estimate_text(estimate(1026.72, 1026.5, 1027.01)), "1026.7 [1026.5, 1027.0]");
  EXPECT_EQ(estimate_text(estimate(0.05, 0.0499, 0.0501)), "0.0500 [0.0499, 0.0501]");
  EXPECT_EQ(estimate_text(estimate(0.0035, 0.00349, 0.0035)), "0.003500 [0.003490, 0.003500]");
  EXPECT_EQ(efficiency_text(estimate(1.0034, 0.992, 1.0142)), "100.3 % [99.2, 101.4]");
  EXPECT_EQ(value_text(0.05, Quantity::rate), "0.0500");
  EXPECT_EQ(factor_text(estimate(1.5, 1.5, 1.5)), "1.50x [1.50, 1.50]");
  EXPECT_EQ(factor_text(estimate(1.5, 1.5 - 1e-15, 1.5 + 1e-15)), "1.50x [1.50, 1.50]");
}

TEST(FigureText, TellsBothEndsFromALimit) {
  EXPECT_EQ(efficiency_text(estimate(0.7021, 0.70004, 0.7049), 0.7), "70.210 % [70.004, 70.490]");
  EXPECT_EQ(factor_text(estimate(1.52, 1.5, 1.54), 1.5), "1.52x [1.50, 1.54]") << "the same number looks so";
  EXPECT_EQ(estimate_beside(estimate(1.84, 1.79, 1.88), 24, " h"), "1.84 h [1.79, 1.88]");
}

TEST(FigureText, BoundsWhatIsTooWideAndWritesLargeAndSmallOnesInPowersOfTen) {
  EXPECT_EQ(factor_text(estimate(1.2, 0.0004, 4000)), "1.20x [<0.01, >1000]");
  EXPECT_EQ(factor_text(estimate(1.2, 0.004, 20)), "1.20x [<0.01, 20.00]");
  EXPECT_EQ(estimate_text(estimate(1000, 9, 136928)), "1000 [9, >1000]");
  EXPECT_EQ(estimate_text(estimate(1110, 9, 136928)), "1110 [9, 1.4e+05]") << "no end below the centre";
  EXPECT_EQ(estimate_text(estimate(10272000, 10171000, 10424000)), "1.03e7 [1.02e7, 1.04e7]");
  EXPECT_EQ(estimate_text(stats::Estimate{0.00000123}), "1.23e-6");
  EXPECT_EQ(estimate_text(stats::Estimate{0}), "0");
}

}  // namespace
}  // namespace scalegen
