#include "analysis/charts/charts.hpp"

#include <gmock/gmock.h>

#include <random>

#include "analysis/charts/ladder_lines.hpp"
#include "tests/analysis/losses/phased_run.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::charts {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

std::vector<std::string> ids(const std::vector<Chart>& charts) {
  std::vector<std::string> ids;
  for (const auto& chart : charts) ids.push_back(chart.id);
  return ids;
}

const Chart& chart_called(const std::vector<Chart>& charts, const std::string& id) {
  for (const auto& chart : charts)
    if (chart.id == id) return chart;
  throw std::out_of_range(id);
}

std::vector<double> values(const Series& series) {
  std::vector<double> values;
  for (const auto& mark : series.marks) values.push_back(mark.y.centre);
  return values;
}

std::vector<double> places(const Series& series) {
  std::vector<double> places;
  for (const auto& mark : series.marks) places.push_back(mark.x);
  return places;
}

TEST(Charts, ShowTheFiguresOfTheReport) {
  const auto report = MadeUpSweep(3).report();
  const auto charts = charts_of(report, {});
  EXPECT_THAT(ids(charts), ElementsAre("speedup", "speedup-linear", "efficiency", "per-doubling", "figures"));
  const auto& points = report.tables.front().points;
  const auto& speedup = chart_called(charts, "speedup");
  ASSERT_EQ(speedup.series.size(), 3U) << "the line, its rounds, the ideal";
  EXPECT_THAT(places(speedup.series[0]), ElementsAre(1, 2, 4));
  EXPECT_THAT(values(speedup.series[0]),
              ElementsAre(1, points[1].speedup->centre, points[2].speedup->centre));
  EXPECT_EQ(speedup.series[0].marks[2].y.interval, points[2].speedup->interval);
  EXPECT_THAT(places(speedup.series[1]), ElementsAre(2, 2, 2, 4, 4, 4));
  EXPECT_THAT(values(speedup.series[2]), ElementsAre(1, 4));
  const auto& figures = chart_called(charts, "figures");
  EXPECT_THAT(values(figures.series[0]),
              ElementsAre(points[0].typical->centre, points[1].typical->centre, points[2].typical->centre));
}

// Up to five rounds a speedup is the median of its rounds: what is drawn behind it has to agree with it.
TEST(Charts, DrawTheRoundsThatASpeedupIsTheMedianOf) {
  const auto report = MadeUpSweep(3).report();
  const auto charts = charts_of(report, {});
  const auto& rounds = chart_called(charts, "speedup").series[1];
  std::vector<double> of_two;
  for (const auto& mark : rounds.marks)
    if (mark.x == 2) of_two.push_back(mark.y.centre);
  EXPECT_DOUBLE_EQ(stats::median(of_two), report.tables.front().points[1].speedup->centre);
}

TEST(Charts, OfBothLaddersAreNamedByTheirScaling) {
  MadeUpSweep sweep(1);
  sweep.add_weak_ladder(1.1);
  EXPECT_THAT(ids(charts_of(sweep.report(), {})),
              ElementsAre("speedup-strong", "speedup-linear-strong", "efficiency-strong",
                          "per-doubling-strong", "figures-strong", "speedup-weak", "speedup-linear-weak",
                          "efficiency-weak", "per-doubling-weak", "figures-weak"));
}

TEST(Charts, OfRunsWithoutFiguresAreNone) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.record.outcome = Failed{.exit_status = 1};
  EXPECT_THAT(charts_of(sweep.report(), {}), IsEmpty());
}

TEST(Charts, OfOneRungHaveNoLineToDraw) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const auto& made) { return made.record.run.rung.name != "1cpu"; });
  EXPECT_THAT(ids(charts_of(sweep.report(), {})), ElementsAre("figures"));
}

TEST(Charts, LeaveOutRunsBeyondWhatAPersonCanSee) {
  const auto charts = charts_of(MadeUpSweep(60).report(), {});
  const auto& figures = chart_called(charts, "figures");
  EXPECT_EQ(figures.series[1].marks.size(), 3 * kMostDots);
  EXPECT_THAT(figures.notes, ElementsAre("At most 40 of the 60 runs of a rung are drawn."));
}

TEST(Charts, OfAnAxisOfNumbersAreDrawnOverIt) {
  MadeUpSweep sweep(1);
  sweep.head.axes = {"cpus_per_task"};
  const auto runs = sweep.runs;
  sweep.runs.clear();
  for (const std::int64_t cpus : {8, 2})
    for (auto made : runs) {
      made.record.run.id += "-" + std::to_string(cpus);
      set(made.record.run.settings, "cpus_per_task", cpus);
      sweep.runs.push_back(std::move(made));
    }
  const auto charts = charts_of(sweep.report(), {});
  const auto& by_cpus = chart_called(charts, "by-cpus-per-task");
  EXPECT_EQ(by_cpus.x.label, "cpus per task");
  ASSERT_EQ(by_cpus.series.size(), 3U);
  EXPECT_EQ(by_cpus.series[0].name, "1cpu");
  EXPECT_THAT(places(by_cpus.series[0]), ElementsAre(2, 8));
  EXPECT_THAT(places(chart_called(charts, "accuracy-by-cpus-per-task").series[0]), ElementsAre(2, 8));
}

TEST(Charts, OfPrintedFiguresAreOverTheirEpochs) {
  MadeUpSweep sweep(1);
  sweep.use_own_program();
  sweep.head.further = {
      {.name = "accuracy", .regex = "accuracy {number}", .unit = "share", .use = MetricUse::each_epoch},
      {.name = "val_loss", .regex = "loss {number}", .unit = "nats", .use = MetricUse::each_epoch}};
  for (auto& run : sweep.runs) run.out = "accuracy 0.5 loss 3\naccuracy 0.75 loss 2\naccuracy 1 loss 1\n";
  const auto charts = charts_of(sweep.report(), {});
  const auto& accuracy = chart_called(charts, "accuracy");
  EXPECT_EQ(accuracy.y, (Axis{.label = "accuracy in %", .most = 100}));
  ASSERT_EQ(accuracy.series.size(), 3U);
  EXPECT_THAT(places(accuracy.series[0]), ElementsAre(1, 2, 3));
  EXPECT_THAT(values(accuracy.series[0]), ElementsAre(50, 75, 100));
  const auto& loss = chart_called(charts, "printed-val-loss");
  EXPECT_EQ(loss.says, "The val_loss after each epoch, a line for each rung.");
  EXPECT_EQ(loss.y, (Axis{.label = "val_loss nats"}));
  EXPECT_THAT(values(loss.series[0]), ElementsAre(3, 2, 1));
}

MadeUpSweep phased_sweep() {
  std::mt19937 draws(1);
  MadeUpSweep sweep(2);
  for (auto& run : sweep.runs) {
    const auto ranks = static_cast<std::size_t>(world_size(run.record.run.rung));
    const double share = 1.0 / static_cast<double>(ranks);
    const MadeUpStep step{{0.010, 0.004, 0.15 * share, 0.28 * share, ranks == 1 ? 0 : 0.03, 0.02}, 0.004};
    run.metrics = event_lines(PhasedRun{.ranks = std::vector(ranks, step)}, draws);
  }
  return sweep;
}

TEST(Charts, OfLossesAddUpToTheWhole) {
  const auto charts = charts_of(phased_sweep().report(), {});
  const auto& losses = chart_called(charts, "losses");
  double sum = 0;
  for (const auto& series : losses.series)
    for (const auto& mark : series.marks)
      if (mark.x == 0) sum += mark.y.centre;
  EXPECT_NEAR(sum, 100, 1e-9);
}

TEST(Charts, GiveACauseTheColourOfItsPhase) {
  const auto charts = charts_of(phased_sweep().report(), {});
  const auto colour_in = [&](const std::string& id) {
    for (const auto& series : chart_called(charts, id).series)
      if (series.name == "communication") return series.colour;
    return std::optional<std::size_t>();
  };
  EXPECT_EQ(colour_in("losses"), 0U);
  EXPECT_EQ(colour_in("phases"), 0U);
}

GpuTimeline timeline_of(int gpus, int seconds) {
  GpuTimeline timeline{.rung = "8gpu", .run = "8gpu-r1", .window = {1000, 1000.0 + seconds}};
  for (int t = 0; t < seconds; ++t)
    for (int g = 0; g < gpus; ++g)
      timeline.samples.push_back(
          {.device = "n1:" + std::to_string(g), .time = 1000.0 + t, .utilisation_percent = 10.0 * g});
  return timeline;
}

TEST(Charts, OfGpusMarkTheWindow) {
  const auto charts = charts_of(MadeUpSweep(1).report(), {timeline_of(2, 10)});
  const auto& chart = chart_called(charts, "gpu-utilisation-1");
  EXPECT_THAT(chart.bands, ElementsAre(Band{"measured", 0, 10}));
  EXPECT_EQ(chart.series.size(), 2U);
  EXPECT_THAT(chart.notes, IsEmpty());
}

TEST(Charts, OfMoreGpusThanColoursAreSummed) {
  const auto charts = charts_of(MadeUpSweep(1).report(), {timeline_of(9, 1000)});
  const auto& chart = chart_called(charts, "gpu-utilisation-1");
  ASSERT_EQ(chart.series.size(), 3U);
  EXPECT_EQ(chart.series[0].name, "mean");
  EXPECT_EQ(chart.series[0].marks.size(), 300U);
  EXPECT_EQ(chart.series[0].marks[0].y.centre, 40);
  EXPECT_EQ(chart.series[1].marks[0].y.centre, 0);
  EXPECT_EQ(chart.series[2].marks[0].y.centre, 80);
  EXPECT_THAT(chart.notes, ElementsAre("Over 9 GPUs: their mean, the least and the most.",
                                       "300 of 1000 samples of a line are drawn."));
}

}  // namespace
}  // namespace scalegen::charts
