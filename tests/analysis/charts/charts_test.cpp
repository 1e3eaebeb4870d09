#include "analysis/charts/charts.hpp"

#include <gmock/gmock.h>

#include <cmath>
#include <map>
#include <random>

#include "analysis/models/ladder_outlook.hpp"
#include "tests/analysis/losses/phased_run.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen::charts {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

std::vector<std::string> ids(const std::vector<Chart>& charts) {
  std::vector<std::string> ids;
  for (const auto& chart : charts) ids.push_back(chart.id);
  return ids;
}

const Chart& chart_called(const std::vector<Chart>& charts, std::string_view id) {
  for (const auto& chart : charts)
    if (chart.id == id) return chart;
  throw std::out_of_range(std::string(id));
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

const Series& series_called(const Chart& chart, std::string_view name) {
  for (const auto& series : chart.series)
    if (series.name == name) return series;
  throw std::out_of_range(std::string(name));
}

std::vector<std::string> names(const Chart& chart) {
  std::vector<std::string> names;
  for (const auto& series : chart.series) names.push_back(series.name);
  return names;
}

TEST(Charts, ShowTheFiguresOfTheReportAndTheNextDoubling) {
  const auto report = MadeUpSweep(3).report();
  const auto charts = charts_of(report, {});
  EXPECT_THAT(ids(charts), ElementsAre("speedup", "efficiency", "per-doubling"));
  const auto& points = report.tables.front().points;
  const auto& speedup = chart_called(charts, "speedup");
  EXPECT_EQ(speedup.y.label, "speedup over 1cpu");
  EXPECT_EQ(speedup.x, (Axis{.label = "ranks", .scale = Scale::binary, .ticks = {1, 2, 4, 8}}));
  EXPECT_THAT(names(speedup), ElementsAre("measured", "", "ideal"));
  EXPECT_THAT(places(speedup.series[0]), ElementsAre(1, 2, 4, 8));
  const auto shown = values(speedup.series[0]);
  EXPECT_THAT(std::vector(shown.begin(), shown.begin() + 3),
              ElementsAre(1, points[1].speedup->centre, points[2].speedup->centre));
  EXPECT_EQ(speedup.series[0].marks[2].y.interval, points[2].speedup->interval);
  EXPECT_THAT(places(speedup.series[1]), ElementsAre(2, 2, 2, 4, 4, 4));
  const auto rounds = values(speedup.series[1]);  // the speedup is the median of what is drawn behind it
  EXPECT_DOUBLE_EQ(stats::median({rounds[0], rounds[1], rounds[2]}), points[1].speedup->centre);
  EXPECT_THAT(values(series_called(speedup, "ideal")), ElementsAre(1, 8));
  const auto outlooks = models::outlooks_of(report.tables.front(), report.head.metric.quantity);
  ASSERT_EQ(outlooks.size(), 1U);
  const auto& next = outlooks.front().next;
  const auto& efficiency = chart_called(charts, "efficiency");
  EXPECT_EQ(efficiency.series[0].marks.back(),
            (Mark{.x = 8, .y = stats::scaled(*next.efficiency, 100), .is_predicted = true}));
  EXPECT_FALSE(efficiency.series[0].marks[2].is_predicted);
  EXPECT_THAT(efficiency.notes,
              ElementsAre("The hollow last mark is predicted, not measured; its bar holds nine of ten later "
                          "measurements."));
}

TEST(Charts, OfTwoSizesPredictNothingAndHaveBoundsWithALength) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const auto& made) { return made.record.run.rung.name == "4cpu"; });
  auto charts = charts_of(sweep.report(), {});
  EXPECT_THAT(names(chart_called(charts, "speedup")), ElementsAre("measured", "", "ideal"));
  EXPECT_THAT(chart_called(charts, "speedup").notes, IsEmpty());
  sweep.head.advise = {.efficiency = 0.8, .per_doubling = 1.5};
  charts = charts_of(sweep.report(), {});
  const auto& doubling = chart_called(charts, "per-doubling");
  EXPECT_THAT(names(doubling), ElementsAre("measured", "", "ideal", "the rule: 1.5", "no faster"));
  const auto& no_faster = series_called(doubling, "no faster");
  EXPECT_EQ(no_faster.form, Form::limit);
  EXPECT_THAT(values(no_faster), ElementsAre(1, 1));
  EXPECT_THAT(places(no_faster), ElementsAre(2 / std::sqrt(2.0), 2 * std::sqrt(2.0)));
  const auto& efficiency = chart_called(charts, "efficiency");
  EXPECT_THAT(values(series_called(efficiency, "the rule: 80 %")), ElementsAre(80, 80));
}

TEST(Charts, HaveALevelForTheLimitOfEachSize) {
  MadeUpSweep sweep(2);
  sweep.head.advise =
      read_advice_options({"per_doubling=1: 1.5, 4: 1.4", "efficiency=1: 80 %, 4: 60 %"}).value();
  const auto charts = charts_of(sweep.report(), {});
  EXPECT_THAT(
      names(chart_called(charts, "per-doubling")),
      ElementsAre("measured", "", "ideal", "the rule: 1.5", "the rule from 4 ranks on: 1.4", "no faster"));
  EXPECT_THAT(values(series_called(chart_called(charts, "efficiency"), "the rule from 4 ranks on: 60 %")),
              ElementsAre(60, 60));
}

TEST(Charts, TellRungsOfOneSizeApart) {
  MadeUpSweep sweep(2);
  for (const int round : {1, 2}) {
    sweep.add_run({.name = "2x2cpu", .nodes = 2, .ranks_per_node = 2}, round, 0.2);
    sweep.add_run({.name = "2x4cpu", .nodes = 2, .ranks_per_node = 4}, round, 0.1);
  }
  const auto charts = charts_of(sweep.report(), {});
  const auto rungs = [&](const std::string& line) {
    std::vector<std::string> measured;
    for (const auto& mark : series_called(chart_called(charts, "speedup"), line).marks)
      if (!mark.is_predicted) measured.push_back(mark.name);
    return measured;
  };
  EXPECT_THAT(rungs("up to 4 ranks a node"), ElementsAre("1cpu", "2cpu", "4cpu", "2x4cpu"));
  EXPECT_THAT(rungs("up to 2 ranks a node"), ElementsAre("2cpu", "2x2cpu"));
}

TEST(Charts, OfBothLaddersAreOne) {
  MadeUpSweep sweep(1);
  sweep.add_weak_ladder(1.1);
  const auto charts = charts_of(sweep.report(), {});
  EXPECT_THAT(ids(charts), ElementsAre("speedup", "efficiency", "per-doubling"));
  EXPECT_THAT(names(chart_called(charts, "speedup")), ElementsAre("strong", "weak", "ideal"));
}

TEST(Charts, OfRunsWithoutFiguresAreNoneAndOfOneRungHaveNoLine) {
  MadeUpSweep sweep(2);
  std::erase_if(sweep.runs, [](const auto& made) { return made.record.run.rung.name != "1cpu"; });
  EXPECT_THAT(ids(charts_of(sweep.report(), {})), ElementsAre("figures"));
  for (auto& run : sweep.runs) run.record.outcome = Failed{.exit_status = 1};
  EXPECT_THAT(charts_of(sweep.report(), {}), IsEmpty());
}

MadeUpSweep sweep_over_cpus(const std::vector<std::int64_t>& values) {
  MadeUpSweep sweep(1);
  sweep.add_axis("cpus_per_task", {values.begin(), values.end()}, [](MadeUpRun& made, const Value& cpus) {
    for (auto& seconds : made.step_seconds)
      seconds *= 1 + 0.01 * static_cast<double>(std::get<std::int64_t>(cpus));
  });
  return sweep;
}

void leave_out(MadeUpSweep& sweep, const std::string& rung, std::int64_t cpus) {
  std::erase_if(sweep.runs, [&](const auto& made) {
    const auto& run = made.record.run;
    return run.rung.name == rung && *find(run.settings, "cpus_per_task") == Value(cpus);
  });
}

// "8: 1cpu 2cpu": by axis value, the marks of a chart that have the figure of their rung's table.
std::vector<std::string> right_marks(const report::Report& report, const Chart& chart) {
  std::vector<std::string> right;
  for (const auto& table : report.tables) {
    right.push_back(to_text(table.axes.front().value) + ":");
    for (const auto& series : chart.series)
      for (const auto& mark : series.marks)
        for (const auto& point : table.points)
          if (point.rung == series.name && to_text(table.axes.front().value) == fmt::format("{}", mark.x) &&
              mark.y == *point.typical)
            right.back() += " " + point.rung;
  }
  return right;
}

TEST(Charts, OfAnAxisOfNumbersAreDrawnOverIt) {
  auto charts = charts_of(sweep_over_cpus({8, 2}).report(), {});
  const auto& by_cpus = chart_called(charts, "by-cpus-per-task");
  EXPECT_EQ(by_cpus.title, "images/s by cpus per task");
  EXPECT_EQ(by_cpus.x, (Axis{.label = "cpus per task", .scale = Scale::binary, .ticks = {2, 8}}));
  EXPECT_THAT(names(by_cpus), ElementsAre("1cpu", "2cpu", "4cpu"));
  EXPECT_THAT(places(by_cpus.series[0]), ElementsAre(2, 8));
  EXPECT_THAT(places(chart_called(charts, "accuracy-by-cpus-per-task").series[0]), ElementsAre(2, 8));
  charts = charts_of(sweep_over_cpus({3, 7}).report(), {});
  EXPECT_EQ(chart_called(charts, "by-cpus-per-task").x, (Axis{.label = "cpus per task", .ticks = {3, 7}}));
}

// Tables whose first rung is another one, or that lack one in the middle.
TEST(Charts, OfAnAxisFindRungsByTheirNames) {
  auto sweep = sweep_over_cpus({8, 4});
  leave_out(sweep, "1cpu", 4);
  auto report = sweep.report();
  auto charts = charts_of(report, {});
  EXPECT_THAT(right_marks(report, chart_called(charts, "by-cpus-per-task")),
              UnorderedElementsAre("8: 1cpu 2cpu 4cpu", "4: 2cpu 4cpu"));
  sweep = sweep_over_cpus({2, 4, 8});
  leave_out(sweep, "2cpu", 4);
  report = sweep.report();
  charts = charts_of(report, {});
  const auto& chart = chart_called(charts, "by-cpus-per-task");
  EXPECT_THAT(right_marks(report, chart),
              UnorderedElementsAre("2: 1cpu 2cpu 4cpu", "4: 1cpu 4cpu", "8: 1cpu 2cpu 4cpu"));
  EXPECT_THAT(places(series_called(chart, "2cpu")), ElementsAre(2, 8));
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
  EXPECT_EQ(accuracy.y, (Axis{.label = "accuracy", .most = 1}));
  ASSERT_EQ(accuracy.series.size(), 3U);
  EXPECT_THAT(places(accuracy.series[0]), ElementsAre(1, 2, 3));
  EXPECT_THAT(values(accuracy.series[0]), ElementsAre(0.5, 0.75, 1));
  const auto& loss = chart_called(charts, "printed-val-loss");
  EXPECT_EQ(loss.says, "The val_loss after each epoch, a line for each rung.");
  EXPECT_EQ(loss.y, (Axis{.label = "val_loss nats"}));
  EXPECT_THAT(values(loss.series[0]), ElementsAre(3, 2, 1));
}

TEST(Charts, OfTooManyLinesAreThoseOfSizesAndOfAnAxis) {
  auto sweep = sweep_over_cpus({1, 2, 4, 8});
  sweep.use_own_program();
  sweep.head.further = {
      {.name = "val_loss", .regex = "loss {number}", .unit = "nats", .use = MetricUse::each_epoch}};
  for (auto& run : sweep.runs) run.out = "loss 3\nloss 2\n";
  const auto charts = charts_of(sweep.report(), {});
  const auto& loss = chart_called(charts, "printed-val-loss");
  EXPECT_THAT(names(loss),
              ElementsAre("1cpu (cpus per task 1)", "2cpu (cpus per task 1)", "4cpu (cpus per task 1)",
                          "4cpu (cpus per task 2)", "4cpu (cpus per task 4)", "4cpu (cpus per task 8)"));
  EXPECT_THAT(loss.notes, ElementsAre("6 of 12 lines are drawn: rungs at cpus per task 1, then 4cpu at other "
                                      "values."));
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
  const auto colours = [&](const std::string& id) {
    std::map<std::string, std::size_t> of_bars;
    for (const auto& series : chart_called(charts, id).series)
      if (series.form == Form::bars) of_bars[series.name] = series.colour.value();
    return of_bars;
  };
  EXPECT_THAT(colours("phases"), ElementsAre(Pair("communication", 0), Pair("computing", 4), Pair("copy", 6),
                                             Pair("data", 1), Pair("optimizer", 5)));
  EXPECT_THAT(colours("losses"),
              ElementsAre(Pair("communication", 0), Pair("copy", 6), Pair("data", 1), Pair("optimizer", 5),
                          Pair("smaller batch", 2), Pair("unexplained", 7)));
}

TEST(Charts, OfSeveralTablesHaveOneScaleAndSayOfHowManyTheyAre) {
  auto charts = std::vector{
      Chart{.series = {{.form = Form::bars, .marks = {{.y = {.centre = 3}}}},
                       {.form = Form::rest, .marks = {{.y = {.centre = 4}}}}}},
      Chart{.series = {{.form = Form::trace, .marks = {{.y = {.centre = 1, .interval = {{0, 5}}}}}}}}};
  share_scale(charts);
  EXPECT_EQ(charts[0].y.reach, 7);
  EXPECT_EQ(charts[1].y.reach, 7);
  report::Report report{.tables = std::vector<ScalingTable>(3)};
  charts = charts_of_tables(report, 2,
                            [](std::size_t t) { return Chart{.id = std::to_string(t), .series = {{}}}; });
  EXPECT_THAT(ids(charts), ElementsAre("0", "1"));
  EXPECT_THAT(charts[1].notes, ElementsAre("Of 3 tables the first 2 have such a chart."));
}

StepTimeline steps_of(const std::string& rung, int steps) {
  StepTimeline timeline{.rung = rung, .run = rung + "-r2"};
  timeline.warm_up.width = timeline.measured.width = std::log2(steps + 1) / 200;
  for (int i = 0; i < steps; ++i)
    (i < 3 ? timeline.warm_up : timeline.measured).add(std::log2(i + 1), i < 3 ? 0.9 : 0.1);
  return timeline;
}

TEST(Charts, OfStepsShowWhatIsLeftOut) {
  const auto charts = charts_of(MadeUpSweep(1).report(), {steps_of("1cpu", 10), steps_of("2cpu", 5000)});
  const auto& chart = chart_called(charts, "steps");
  EXPECT_THAT(names(chart), ElementsAre("warm-up, left out", "1cpu", "", "2cpu"));
  EXPECT_EQ(chart.series[0].form, Form::left_out);
  const auto near = [](double x) { return DoubleNear(x, 0.03 * x); };
  EXPECT_THAT(places(chart.series[0]), ElementsAre(near(1), near(2), near(3)));
  EXPECT_EQ(chart.series[0].marks[1].y, stats::Estimate{900});
  EXPECT_THAT(places(chart.series[1]),
              ElementsAre(near(4), near(5), near(6), near(7), near(8), near(9), near(10)));
  EXPECT_NEAR(chart.series[3].all.value().centre, 100, 1e-9);
  EXPECT_THAT(chart.series[3].marks.back().x, near(5000));
  EXPECT_THAT(chart.notes,
              ElementsAre("Of each rung the run of its median value: 1cpu-r2, 2cpu-r2.",
                          "A line is the mean of steps that share a place, its band their range."));
}

}  // namespace
}  // namespace scalegen::charts
