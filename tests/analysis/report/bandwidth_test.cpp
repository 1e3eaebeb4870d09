#include <gmock/gmock.h>

#include <random>

#include "analysis/charts/charts.hpp"
#include "analysis/report/formats.hpp"
#include "core/json.hpp"
#include "tests/analysis/losses/phased_run.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::report {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

std::string probe_curve(const std::vector<std::pair<double, double>>& seconds_by_bytes) {
  Json curve{{"event", "probe_curve"}, {"operation", "all_reduce"}, {"sizes", Json::array()}};
  for (const auto& [bytes, seconds] : seconds_by_bytes)
    curve["sizes"].push_back(
        {{"bytes", bytes}, {"seconds", seconds}, {"busbw_gb_per_s", 1.5 * bytes / seconds / 1e9}});
  return json_line(curve) + "\n";
}

/// Three rounds, in each of which rungs of several ranks are probed, in times like 2, 1 and 3; the middle one
/// has a size more.
MadeUpSweep probed_sweep() {
  std::mt19937 draws(1);
  MadeUpSweep sweep(3);
  const MadeUpStep step{{0.010, 0.004, 0.15, 0.28, 0.03, 0.02}, 0.004};
  for (auto& run : sweep.runs) {
    const auto ranks = static_cast<std::size_t>(world_size(run.record.run.rung));
    run.metrics = event_lines(PhasedRun{.ranks = std::vector(ranks, step)}, draws);
    if (ranks == 1) continue;
    const double seconds = 1e-4 * std::vector{2, 1, 3}[static_cast<std::size_t>(run.record.run.round - 1)];
    std::vector<std::pair<double, double>> sizes{{1024, seconds}, {1 << 20, 10 * seconds}};
    if (run.record.run.round == 2) sizes.emplace_back(4 << 20, 1e-3);
    run.metrics += probe_curve(sizes);
  }
  return sweep;
}

TEST(Bandwidth, IsTheMedianOfTheRunsThatHaveTheSize) {
  const auto report = probed_sweep().report();
  const auto& points = report.tables.front().points;
  EXPECT_THAT(all_reduces_of(points.front()), ElementsAre());
  const std::vector<std::pair<double, double>> medians{{1024, 2e-4}, {1 << 20, 2e-3}, {4 << 20, 1e-3}};
  const auto found = all_reduces_of(points.back());
  ASSERT_EQ(found.size(), medians.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    const auto [bytes, seconds] = medians[i];
    EXPECT_EQ(found[i].bytes, bytes);
    EXPECT_EQ(found[i].seconds, seconds);
    EXPECT_EQ(found[i].algbw_gb_per_s, bytes / seconds / 1e9);
    EXPECT_DOUBLE_EQ(*found[i].busbw_gb_per_s,
                     1.5 * bytes / seconds / 1e9);  // of this time, and no other run's
  }
}

TEST(Bandwidth, IsADetailOfAReport) {
  const auto report = probed_sweep().report();
  EXPECT_THAT(render_brief(report), Not(HasSubstr("all-reduce")));
  EXPECT_THAT(render_terminal(report), HasSubstr(R"(
all-reduce by size
rung                 KiB   ms  algbw GB/s  busbw GB/s
2cpu within a node     1  0.2     0.00512     0.00768
2cpu within a node  1024    2       0.524       0.786
2cpu within a node  4096    1        4.19        6.29
4cpu within a node     1  0.2     0.00512     0.00768
4cpu within a node  1024    2       0.524       0.786
4cpu within a node  4096    1        4.19        6.29
)"));
}

charts::Chart chart_of(const Report& report) {
  for (auto& chart : charts::loss_charts(report))
    if (chart.id == "all-reduce") return chart;
  throw std::out_of_range("no such chart");
}

TEST(Bandwidth, IsDrawnForEachRung) {
  auto report = probed_sweep().report();
  const auto chart = chart_of(report);
  EXPECT_EQ(chart.title, "Bandwidth of an all-reduce");
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series.back().name, "4cpu within a node");
  EXPECT_EQ(chart.series.back().marks.at(1).x, 1024);
  EXPECT_NEAR(chart.series.back().marks.at(1).y.centre, 0.786432, 1e-9);

  auto& points = report.tables.front().points;
  points.insert(points.end(), 7, points.back());
  EXPECT_EQ(chart_of(report).series.size(), 8U);
  EXPECT_THAT(chart_of(report).notes, ElementsAre("8 of 9 rungs are drawn."));
}

TEST(Bandwidth, OfOneRungHasItsNameAbove) {
  auto report = probed_sweep().report();
  report.tables.front().points.pop_back();
  EXPECT_EQ(chart_of(report).title, "Bandwidth of an all-reduce, 2cpu within a node");
}

// The gradient's probe is another event: sizes do not count as its bandwidth.
TEST(Bandwidth, IsNotTheGradients) {
  const auto report = probed_sweep().report();
  for (const auto& rung : report.losses.front()) EXPECT_FALSE(rung.probed_seconds);
}

TEST(Bandwidth, HasTheNodesThatItCrosses) {
  EXPECT_EQ(reach_of({.rung = "2x4gpu", .shape = {.nodes = 2}}), "2x4gpu between nodes");
  EXPECT_EQ(reach_of({.rung = "8gpu"}), "8gpu");
}

TEST(Bandwidth, ThatCannotBeTrueIsLeftOut) {
  auto sweep = probed_sweep();
  for (auto& run : sweep.runs)
    if (world_size(run.record.run.rung) == 2) run.metrics += probe_curve({{1024, 1}, {4096, -1}});
  const auto report = sweep.report();
  const auto& run = report.tables.front().points.at(1).runs.front();
  EXPECT_EQ(run.step_phases.by_size.size(), 1U);
  EXPECT_THAT(run.step_phases.refused, ElementsAre("a probe by size without figures above 0"));
}

TEST(Bandwidth, OfManyRungsIsTheFirstHundredSizes) {
  auto sweep = probed_sweep();
  std::vector<std::pair<double, double>> sizes;
  for (int i = 1; i <= 60; ++i) sizes.emplace_back(1024 * i, 1);
  for (auto& run : sweep.runs)
    if (world_size(run.record.run.rung) > 1) run.metrics += probe_curve(sizes);
  const auto section = bandwidth_section(sweep.report());
  EXPECT_EQ(section.table.rows.size(), 100U);
  EXPECT_THAT(section.details, ElementsAre("and 20 more; JSON has all"));
}

}  // namespace
}  // namespace scalegen::report
