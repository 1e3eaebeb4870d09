#include "analysis/charts/plot_area.hpp"

#include <gmock/gmock.h>

#include <limits>

namespace scalegen::charts {
namespace {

using ::testing::DoubleNear;
using ::testing::ElementsAre;

std::vector<std::string> texts(const std::vector<Tick>& ticks) {
  std::vector<std::string> texts;
  for (const auto& tick : ticks) texts.push_back(tick.text);
  return texts;
}

Chart chart_of(std::vector<Mark> marks, Axis x = {}, Axis y = {}) {
  return {
      .id = "c", .x = std::move(x), .y = std::move(y), .series = {{.name = "a", .marks = std::move(marks)}}};
}

TEST(ScaledAxis, HasRoundTicksWithinItsLimits) {
  EXPECT_THAT(texts(ScaledAxis({}, 3, 98).ticks(5)), ElementsAre("0", "20", "40", "60", "80", "100"));
  EXPECT_THAT(texts(ScaledAxis({}, 0.101, 0.119).ticks(5)), ElementsAre("0.105", "0.11", "0.115"));
  EXPECT_THAT(texts(ScaledAxis({.scale = Scale::binary}, 1, 64).ticks(8)),
              ElementsAre("1", "2", "4", "8", "16", "32", "64"));
  EXPECT_THAT(texts(ScaledAxis({.scale = Scale::binary}, 1, 1 << 20).ticks(5)),
              ElementsAre("4", "32", "256", "2048", "16.38k", "131.1k", "1.049M"));
}

TEST(ScaledAxis, OfLessThanADoublingHasRoundTicks) {
  EXPECT_THAT(texts(ScaledAxis({.scale = Scale::binary}, 1.1, 1.6).ticks(5)),
              ElementsAre("1.1", "1.2", "1.3", "1.4", "1.5", "1.6"));
}

TEST(ScaledAxis, PutsEachDoublingEquallyFar) {
  const ScaledAxis axis({.scale = Scale::binary}, 1, 16);
  const double step = axis.position(2) - axis.position(1);
  EXPECT_THAT(axis.position(16) - axis.position(8), DoubleNear(step, 1e-12));
}

TEST(ScaledAxis, HasNamesInTheirOrder) {
  const ScaledAxis axis({.scale = Scale::names, .names = {"a", "b"}}, 0, 1);
  EXPECT_THAT(axis.ticks(5), ElementsAre(Tick{0.25, "a"}, Tick{0.75, "b"}));
}

TEST(ScaledAxis, OfASingleValueHasItInTheMiddle) {
  EXPECT_THAT(ScaledAxis({}, 7, 7).position(7), DoubleNear(0.5, 1e-12));
  EXPECT_THAT(ScaledAxis({.scale = Scale::binary}, 4, 4).position(4), DoubleNear(0.5, 1e-12));
}

TEST(PlotArea, HoldsIntervals) {
  auto chart = chart_of({{.x = 1, .y = {.centre = 5, .interval = stats::Interval{2, 9, 0.95}}}});
  const auto area = plot_area(chart);
  EXPECT_GE(area.y.position(2), 0);
  EXPECT_LE(area.y.position(9), 1);
}

TEST(PlotArea, HasWholeTicksForWholeValues) {
  auto chart = chart_of({{.x = 1, .y = {.centre = 0.5}}, {.x = 3, .y = {.centre = 1.5}}});
  EXPECT_THAT(texts(plot_area(chart).x.ticks(6)), ElementsAre("1", "2", "3"));
  EXPECT_THAT(texts(plot_area(chart).y.ticks(5)), ElementsAre("0.4", "0.6", "0.8", "1", "1.2", "1.4", "1.6"));
  chart.x.scale = Scale::binary;
  chart.series[0].marks[0].x = 2;
  EXPECT_THAT(texts(plot_area(chart).x.ticks(6)), ElementsAre("2", "3")) << "less than a doubling";
  chart.series[0].marks[0].x = 2.5;
  EXPECT_THAT(texts(plot_area(chart).x.ticks(6)), ElementsAre("2.5", "2.6", "2.7", "2.8", "2.9", "3"));
}

TEST(PlotArea, EndsAtTheMostThatAShareCanBe) {
  const auto top_of = [](double value) {
    return texts(plot_area(
                     chart_of({{.y = {.centre = 98}}, {.x = 1, .y = {.centre = value}}}, {}, {.most = 100}))
                     .y.ticks(5))
        .back();
  };
  EXPECT_DOUBLE_EQ(
      plot_area(chart_of({{.y = {.centre = 100}}, {.x = 1, .y = {.centre = 100}}}, {}, {.most = 100}))
          .y.position(100),
      1);
  EXPECT_EQ(top_of(99.9), "100");
  EXPECT_EQ(top_of(140), "140") << "what is above it is shown all the same";
}

std::vector<std::string> ticks_of_y(double low, double high, Axis y = {}) {
  return texts(
      plot_area(chart_of({{.y = {.centre = low}}, {.x = 1, .y = {.centre = high}}}, {}, std::move(y)))
          .y.ticks(5));
}

TEST(PlotArea, BeginsAndEndsWithTicksOfItsValues) {
  EXPECT_THAT(ticks_of_y(0.31, 1.47), ElementsAre("0.2", "0.4", "0.6", "0.8", "1", "1.2", "1.4", "1.6"));
  EXPECT_THAT(ticks_of_y(53.2, 97), ElementsAre("50", "60", "70", "80", "90", "100"));
  EXPECT_THAT(ticks_of_y(1, 2048, {.scale = Scale::binary}).back(), "2048");
  EXPECT_THAT(ticks_of_y(3, 40, {.from_zero = true, .most = 100}),
              ElementsAre("0", "20", "40", "60", "80", "100"))
      << "shares of all charts are on one scale";
  EXPECT_THAT(ticks_of_y(3, 40, {.from_zero = true, .reach = 300}),
              ElementsAre("0", "50", "100", "150", "200", "250", "300"));
}

TEST(PlotArea, IsFiniteForWhatIsNoNumberAndForNothing) {
  const auto nan = std::numeric_limits<double>::quiet_NaN();
  const auto area = plot_area(chart_of({{.x = 1, .y = {.centre = nan}}, {.x = 2, .y = {.centre = 3}}}));
  EXPECT_THAT(area.y.position(3), DoubleNear(0.5, 1e-12));
  EXPECT_THAT(plot_area(chart_of({})).x.position(0.5), DoubleNear(0.5, 1e-12));
  const auto zero = plot_area(
      chart_of({{.x = 0, .y = {.centre = 1}}, {.x = 8, .y = {.centre = 1}}}, {.scale = Scale::binary}));
  EXPECT_TRUE(std::isfinite(zero.x.position(8)));
}

TEST(BarBases, StackUpwardsAndDownwardsFromZero) {
  const Series up{.name = "up", .form = Form::bars, .marks = {{.x = 0, .y = {.centre = 3}}}};
  const Series down{.name = "down", .form = Form::bars, .marks = {{.x = 0, .y = {.centre = -1}}}};
  const Chart chart{.series = {up, down, up, down}};
  EXPECT_THAT(bar_bases(chart), ElementsAre(ElementsAre(0), ElementsAre(0), ElementsAre(3), ElementsAre(-1)));
}

TEST(ColoursOf, GiveDotsTheColourOfTheirSeries) {
  const Chart chart{.series = {{.form = Form::line},
                               {.form = Form::dots},
                               {.form = Form::ideal},
                               {.form = Form::line},
                               {.form = Form::bars, .colour = 7},
                               {.form = Form::line}}};
  EXPECT_THAT(colours_of(chart), ElementsAre(0, 0, 1, 1, 7, 3));
}

TEST(TickText, IsAsShortAsItCanBe) {
  EXPECT_EQ(tick_text(0), "0");
  EXPECT_EQ(tick_text(0.25), "0.25");
  EXPECT_EQ(tick_text(1500), "1500");
  EXPECT_EQ(tick_text(20000), "20k");
  EXPECT_EQ(tick_text(3e6), "3M");
  EXPECT_EQ(tick_text(2.5e9), "2.5G");
}

}  // namespace
}  // namespace scalegen::charts
