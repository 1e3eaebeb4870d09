// A report of strong and weak scaling from one plan: two tables, with the runs that they share in both.
#include <gmock/gmock.h>

#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::report {
namespace {

/// 1, 2 and 4 ranks with 512 images a step in all, and 2 and 4 ranks with 512 images each.
MadeUpSweep both_ladders() {
  MadeUpSweep sweep(3);
  sweep.add_weak_ladder(1.02);
  return sweep;
}

TEST(GoldenReport, OfBothLaddersHasATableForEach) {
  expect_golden_formats("both_ladders", both_ladders().report());
}

TEST(BothLadders, ShareRunsThatAreCountedOnce) {
  const auto report = both_ladders().report();
  ASSERT_EQ(report.tables.size(), 2U);
  EXPECT_EQ(report.tables[0].scaling, Scaling::strong);
  EXPECT_EQ(report.tables[1].scaling, Scaling::weak);
  EXPECT_TRUE(report.tables[1].points.front().is_shared);
  EXPECT_EQ(report.tables[1].points.front().runs, report.tables[0].points.front().runs);
  std::size_t runs = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) { runs += point.runs.size(); });
  EXPECT_EQ(runs, 15U);
  EXPECT_THAT(report::notes_and_method(report),
              testing::Contains("placement: as asked in all 15 runs; node n1"));
}

TEST(BothLadders, NameARungByItsLadderUnlessItIsInBoth) {
  const auto report = both_ladders().report();
  EXPECT_EQ(point_name(report.tables[0], "1cpu"), "1cpu");
  EXPECT_EQ(point_name(report.tables[0], "2cpu"), "2cpu (strong)");
  EXPECT_EQ(point_name(report.tables[1], "1cpu"), "1cpu");
  EXPECT_EQ(point_name(report.tables[1], "2cpu"), "2cpu (weak)");
}

}  // namespace
}  // namespace scalegen::report
