#include <fmt/format.h>
#include <gtest/gtest.h>

#include "analysis/report/sections.hpp"
#include "core/version.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/rendered.hpp"

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

// How long the jobs of a sweep waited in the queue, a line of whole reports.

/// A sweep whose jobs waited so many seconds, by rung and round.
MadeUpSweep queued_sweep(const std::map<std::string, std::vector<int>>& waits) {
  auto sweep = priced_sweep(3);
  for (const auto& [rung, seconds] : waits)
    for (std::size_t round = 0; round < seconds.size(); ++round)
      sweep.run(fmt::format("{}-r{}", rung, round + 1)).files["queue.txt"] =
          fmt::format("queue restarts=0 submitted=1763700000 eligible=1763700500 started={}\n",
                      1763700500 + seconds[round]);
  return sweep;
}

std::string line_of(const Report& report) {
  for (const auto& line : notes_and_method(report))
    if (line.find(" waited ") != std::string::npos) return line;
  return "";
}

TEST(QueueNotes, SayTheShortestAndTheLongestWait) {
  EXPECT_EQ(line_of(queued_sweep({{"1gpu", {60, 30, 90}}, {"2x4gpu", {11400, 3600, 18000}}}).report()),
            "6 jobs waited 30 s to 5 h in the queue, from when Slurm could have begun them");
  EXPECT_EQ(line_of(queued_sweep({{"1gpu", {10}}}).report()),
            "1 job waited 10 s in the queue, from when Slurm could have begun it");
}

TEST(QueueNotes, AreNoneWhereNoRunHasAJobOfItsOwn) {
  EXPECT_EQ(line_of(priced_sweep(3).report()), "") << "no job is known";
  auto local = queued_sweep({{"1gpu", {60}}});
  local.head.scheduler = SchedulerKind::local;
  EXPECT_EQ(line_of(local.report()), "");
  auto held = queued_sweep({{"1gpu", {60}}});
  held.head.launch.held = true;
  EXPECT_EQ(line_of(held.report()), "") << "a person waited for the allocation";
  auto report = queued_sweep({{"1gpu", {60}}}).report();
  report.head.shares_nodes = true;
  EXPECT_EQ(line_of(report), "") << "all runs are of one job";
}

}  // namespace
}  // namespace scalegen::report
