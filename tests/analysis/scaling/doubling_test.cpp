// The speedup from the rung of half the size, which needs no baseline.
#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen {
namespace {

using testing::HasSubstr;

ScalingTable table_of(const std::string& text, std::optional<Scaling> scaling = std::nullopt) {
  return report_of_table("t.csv", text, {.scaling = scaling}).value().tables.front();
}

TEST(Doubling, HasTheIntervalOfTheTwoRungsAlone) {
  const auto table = table_of("1gpu,100\n2gpu,50\n4gpu,30\n1gpu,101\n2gpu,51\n4gpu,29\n");
  EXPECT_FALSE(table.points[0].doubling);
  EXPECT_EQ(table.points[1].doubling->speedup, *table.points[1].speedup);
  EXPECT_EQ(table.points[2].doubling->from, "2gpu");
  EXPECT_EQ(table.points[2].doubling->speedup, *stats::ratio_of(table.of_equal_work, 1, 2));
  EXPECT_TRUE(table.points[2].doubling->speedup.interval);
}

TEST(Doubling, IsFromAsManyRanksANodeOrElseFromAsManyNodes) {
  const auto table = table_of("4gpu,50\n2x2gpu,52\n2x4gpu,30\n2x8gpu,20\n");
  EXPECT_EQ(table.points[2].doubling->from, "4gpu");
  EXPECT_EQ(table.points[3].doubling->from, "2x4gpu");
  EXPECT_FALSE(table_of("2x2gpu,52\n8gpu,30\n").points[1].doubling) << "a half has no more nodes";
  EXPECT_FALSE(table_of("1gpu,100\n3gpu,50\n7gpu,30\n").points[2].doubling);
}

TEST(Doubling, IsOfNodesWhereRanksAreUnknownOfOneKindOfDeviceAndOfWhatAllRanksDo) {
  const auto table = table_of("nodes,seconds\n1,100\n2,55\n16,9\n");
  EXPECT_EQ(table.points[1].doubling->from, "1node");
  EXPECT_DOUBLE_EQ(table.points[1].doubling->speedup.centre, 100.0 / 55);
  EXPECT_FALSE(table.points[2].doubling);
  EXPECT_FALSE(table_of("1cpu,100\n2gpu,50\n").points[1].doubling);
  EXPECT_FALSE(table_of("gpus,images_per_s\n1,100\n2,190\n", Scaling::throughput).points[1].doubling);
  EXPECT_DOUBLE_EQ(table_of("1gpu,100\n2gpu,125\n", Scaling::weak).points[1].doubling->speedup.centre, 1.6);
}

// As in a tutorial whose baseline ran in another precision.
TEST(Doubling, NeedsNoComparableBaseline) {
  MadeUpSweep sweep(2);
  for (auto& run : sweep.runs) run.start.precision = run.record.run.rung.name == "1cpu" ? "fp32" : "bf16";
  const auto report = sweep.report();
  const auto& points = report.tables[0].points;
  EXPECT_FALSE(points[1].doubling);
  EXPECT_FALSE(points[2].speedup);
  EXPECT_EQ(points[2].doubling->from, "2cpu");
  EXPECT_THAT(render_terminal(report), HasSubstr("per doubling"));
}

TEST(Doubling, HasAStarOfEitherRungAndOfTheirDifference) {
  MadeUpSweep sweep(2);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.start.torch = "9.9";
  const auto text = render_terminal(sweep.report());
  EXPECT_THAT(text, HasSubstr("  86.2 % *"));
}

TEST(Doubling, IsKnownIfTheBaselineWasNotMeasured) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const auto& run) { return run.record.run.rung.name == "1cpu"; });
  sweep.head.baseline = "1cpu";
  const auto report = sweep.report();
  EXPECT_EQ(report.tables[0].no_speedups, "the baseline 1cpu was not measured");
  EXPECT_TRUE(report.tables[0].points[1].doubling);
}

}  // namespace
}  // namespace scalegen
