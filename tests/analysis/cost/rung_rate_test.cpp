// The price of an hour of each rung, from the plan.
#include <gtest/gtest.h>

#include "analysis/analyse.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen {
namespace {

TEST(RungRate, IsThatOfItsRuns) {
  MadeUpSweep sweep(2);
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    const double cores = 4 * world_size(run.rung);
    if (run.rung.name != "2cpu")
      run.rate = {.core_hours = cores, .units = 2 * cores, .unit = "billing units"};
  }
  const auto report = sweep.report();
  const auto& points = report.tables[0].points;
  EXPECT_EQ(points[0].rate, (Rate{.core_hours = 4, .units = 8, .unit = "billing units"}));
  EXPECT_FALSE(points[1].rate) << "nobody knows it";
  EXPECT_EQ(points[2].rate, (Rate{.core_hours = 16, .units = 32, .unit = "billing units"}));
}

TEST(RungRate, IsUnknownInAnImportedTable) {
  const auto report = report_of_table("t.csv", "1gpu,100\n2gpu,50\n").value();
  EXPECT_FALSE(report.tables[0].points[0].rate);
}

}  // namespace
}  // namespace scalegen
