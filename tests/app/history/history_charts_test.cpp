#include "app/history/history_charts.hpp"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include "analysis/charts/drawings.hpp"
#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::history {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kDay = 86400;
constexpr double kFirst = 1763719200;  // 2025-11-21 10:00

IndexedRung rung(const std::string& name, double value) {
  return {.name = name, .rung = name, .settings = "s", .logs = {0, 0.01}, .typical = {.centre = value}};
}

IndexedSweep sweep(const std::string& folder, int day, const std::string& name, const std::string& cluster,
                   std::vector<IndexedRung> rungs) {
  return {.folder = folder,
          .measured = kFirst + kDay * day,
          .name = name,
          .cluster = cluster,
          .unit = "images/s",
          .rungs = std::move(rungs)};
}

History two_days() {
  return {.sweeps = {sweep("/b", 3, "mnist", "della", {rung("1gpu", 120), rung("2gpu", 230)}),
                     sweep("/a", 0, "mnist", "della", {rung("1gpu", 100), rung("2gpu", 190)}),
                     sweep("/c", 1, "once", "della", {rung("1gpu", 7)})}};
}

TEST(HistoryCharts, HaveALineForEachRungByDate) {
  const auto charts = history_charts(two_days(), {});
  ASSERT_EQ(charts.size(), 1U) << "what was measured once has no line";
  const auto& chart = charts.front();
  EXPECT_EQ(chart.title, "mnist");
  EXPECT_EQ(chart.id, "history-mnist");
  EXPECT_THAT(chart.x.names, ElementsAre("2025-11-21", "2025-11-24"));
  ASSERT_EQ(chart.series.size(), 2U);
  EXPECT_EQ(chart.series[1].name, "2gpu");
  EXPECT_EQ(chart.series[1].marks[0].y.centre, 190);
  EXPECT_EQ(chart.series[1].marks[1].y.centre, 230);
  expect_golden("history_plot.txt", charts::render_terminal(chart, 60));
}

TEST(HistoryCharts, TellClustersApart) {
  auto history = two_days();
  history.sweeps[0].cluster = "lumi";
  const auto charts = history_charts(history, {.rung = "1gpu"});
  ASSERT_EQ(charts.size(), 1U);
  ASSERT_EQ(charts[0].series.size(), 2U);
  EXPECT_EQ(charts[0].series[0].name, "1gpu on della");
  EXPECT_EQ(charts[0].series[1].name, "1gpu on lumi");
}

TEST(HistoryCharts, OfOtherUnitsShareNoAxis) {
  auto history = two_days();
  history.sweeps[0].unit = "s";
  EXPECT_THAT(history_charts(history, {}), IsEmpty()) << "each was measured once";
}

TEST(HistoryCharts, NameTheirFilesForTheirSweeps) {
  History history;
  for (const auto* name : {"../m.n", "---m-n"})
    for (const auto day : {1, 2})
      history.sweeps.push_back(
          sweep(fmt::format("/{}/{}", name, day), day, name, "della", {rung("1gpu", 1)}));
  const auto charts = history_charts(history, {});
  ASSERT_EQ(charts.size(), 2U);
  EXPECT_EQ(charts[0].id, "history----m-n");
  EXPECT_EQ(charts[1].id, "history----m-n-2");
}

TEST(HistoryCharts, HaveNoMoreLinesThanColours) {
  auto history = two_days();
  for (auto& one : history.sweeps)
    for (int i = 0; i < 10; ++i) one.rungs.push_back(rung(std::to_string(4 + i) + "gpu", 1));
  const auto chart = history_charts(history, {.name = "mnist"}).front();
  EXPECT_EQ(chart.series.size(), charts::kMostSeries);
  EXPECT_THAT(chart.notes, ElementsAre("8 of 12 lines are drawn; --rung chooses one."));
}

}  // namespace
}  // namespace scalegen::history
