#include <gtest/gtest.h>

#include <fmt/format.h>

#include "analysis/report/sections.hpp"
#include "core/version.hpp"

namespace scalegen::report {
namespace {

constexpr double kTenOClock = 1763719200;  // of 2025-11-21 in UTC

// One rung; of its runs the seconds after ten o'clock, and how long each held its allocation.
Report report_of_times(const std::vector<std::pair<double, double>>& runs) {
  Report report{.head = {.cluster = "della"}, .tables = {{.points = {{.rung = "1gpu"}}}}};
  for (const auto& [begun, held] : runs)
    report.tables[0].points[0].runs.push_back(
        {.value = 1, .begun = kTenOClock + begun, .held_seconds = held});
  return report;
}

std::string by_scalegen(const std::string& text) { return fmt::format("{}, scalegen {}", text, kVersion); }

TEST(MeasuredText, IsFromTheFirstBeginToTheLastEnd) {
  EXPECT_EQ(measured_text(report_of_times({{600, 60}, {0, 90}, {2370, 59}})),
            by_scalegen("measured 2025-11-21 10:00 to 10:40 UTC on della"));
  EXPECT_EQ(measured_text(report_of_times({{0, 3600}, {60, 10}})),
            by_scalegen("measured 2025-11-21 10:00 to 11:00 UTC on della"));
  EXPECT_EQ(measured_text(report_of_times({{0, 14 * 3600}})),
            by_scalegen("measured 2025-11-21 10:00 to 2025-11-22 00:00 UTC on della"));
  EXPECT_EQ(measured_text(report_of_times({{0, 59}})), by_scalegen("measured 2025-11-21 10:00 UTC on della"));
}

TEST(MeasuredText, CountsMeasuredRunsAlone) {
  auto report = report_of_times({{0, 60}, {36000, 60}});
  report.tables[0].points[0].runs[1].value.reset();
  EXPECT_EQ(measured_text(report), by_scalegen("measured 2025-11-21 10:00 to 10:01 UTC on della"));
}

TEST(MeasuredText, LeavesOutWhatIsUnknown) {
  auto report = report_of_times({{0, 59}});
  report.head.commit = "1a2b3c4";
  EXPECT_EQ(measured_text(report), by_scalegen("measured 2025-11-21 10:00 UTC on della, commit 1a2b3c4"));
  report.tables[0].points[0].runs[0].begun.reset();
  EXPECT_EQ(measured_text(report), "");
  report = report_of_times({{0, 59}});
  report.head.imported = true;
  EXPECT_EQ(measured_text(report), "") << "a table says nothing of it";
}

}  // namespace
}  // namespace scalegen::report
