#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

#include "analysis/charts/palette.hpp"
#include "analysis/charts/plot_area.hpp"

namespace scalegen::charts {
namespace {

using testing::DoubleNear;
using testing::ElementsAre;

using Triple = std::array<double, 3>;
using Matrix = std::array<Triple, 3>;

Triple times(const Matrix& matrix, const Triple& v) {
  Triple product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) product[i] += matrix[i][j] * v[j];
  return product;
}

// Linear sRGB of "#rrggbb".
Triple linear(std::string_view hex) {
  Triple rgb{};
  for (std::size_t i = 0; i < 3; ++i) {
    const double c = std::stoi(std::string(hex.substr(1 + 2 * i, 2)), nullptr, 16) / 255.0;
    rgb[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  }
  return rgb;
}

constexpr Matrix kXyz{Triple{0.4124564, 0.3575761, 0.1804375}, Triple{0.2126729, 0.7151522, 0.0721750},
                      Triple{0.0193339, 0.1191920, 0.9503041}};

Triple lab(const Triple& rgb) {
  const auto xyz = times(kXyz, rgb);
  const auto f = [](double t) { return t > 0.008856 ? std::cbrt(t) : 7.787 * t + 16.0 / 116; };
  const double x = f(xyz[0] / 0.95047), y = f(xyz[1]), z = f(xyz[2] / 1.08883);
  return {116 * y - 16, 500 * (x - y), 200 * (y - z)};
}

double distance(const Triple& a, const Triple& b) {
  return std::hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

// WCAG 2: relative luminances.
double contrast(std::string_view a, std::string_view b) {
  const auto luminance = [](std::string_view hex) { return times(kXyz, linear(hex))[1]; };
  const auto [low, high] = std::minmax({luminance(a), luminance(b)});
  return (high + 0.05) / (low + 0.05);
}

// Colours for eyes with one kind of cone missing: Machado, Oliveira and Fernandes (2009), severity 1.
constexpr std::array kEyes{
    Matrix{Triple{1, 0, 0}, Triple{0, 1, 0}, Triple{0, 0, 1}},
    Matrix{Triple{0.152286, 1.052583, -0.204868}, Triple{0.114503, 0.786281, 0.099216},
           Triple{-0.003882, -0.048116, 1.051998}},
    Matrix{Triple{0.367322, 0.860646, -0.227968}, Triple{0.280085, 0.672501, 0.047413},
           Triple{-0.011820, 0.042940, 0.968881}},
    Matrix{Triple{1.255528, -0.076749, -0.178779}, Triple{-0.078411, 0.930809, 0.147602},
           Triple{0.004733, 0.691367, 0.303900}}};

Triple seen(const Matrix& eye, std::string_view hex) {
  auto rgb = times(eye, linear(hex));
  for (auto& c : rgb) c = std::clamp(c, 0.0, 1.0);
  return lab(rgb);
}

TEST(Palette, IsToldApartByAllEyesAndStandsOutFromItsBackground) {
  for (const auto& palette : {kLightPalette, kDarkPalette}) {
    for (const auto& eye : kEyes)
      for (std::size_t a = 0; a < palette.series.size(); ++a)
        for (std::size_t b = a + 1; b < palette.series.size(); ++b)
          EXPECT_GT(distance(seen(eye, palette.series[a]), seen(eye, palette.series[b])), 20)
              << palette.series[a] << " and " << palette.series[b];
    EXPECT_GE(contrast(palette.text, palette.background), 7);
    EXPECT_GE(contrast(palette.faint, palette.background), 4.5);
    for (const auto colour : palette.series) EXPECT_GE(contrast(colour, palette.background), 3) << colour;
  }
}

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
  EXPECT_THAT(texts(ScaledAxis({.scale = Scale::binary}, 1.1, 1.6).ticks(5)),
              ElementsAre("1.1", "1.2", "1.3", "1.4", "1.5", "1.6"));
}

TEST(ScaledAxis, PutsEachDoublingEquallyFarASingleValueInTheMiddleAndNamesInTheirOrder) {
  const ScaledAxis axis({.scale = Scale::binary}, 1, 16);
  const double step = axis.position(2) - axis.position(1);
  EXPECT_THAT(axis.position(16) - axis.position(8), DoubleNear(step, 1e-12));
  EXPECT_THAT(ScaledAxis({}, 7, 7).position(7), DoubleNear(0.5, 1e-12));
  EXPECT_THAT(ScaledAxis({.scale = Scale::binary}, 4, 4).position(4), DoubleNear(0.5, 1e-12));
  const ScaledAxis names({.scale = Scale::names, .names = {"a", "b"}}, 0, 1);
  EXPECT_THAT(names.ticks(5), ElementsAre(Tick{0.25, "a"}, Tick{0.75, "b"}));
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

std::vector<std::string> ticks_of_y(double low, double high, Axis y = {}) {
  return texts(
      plot_area(chart_of({{.y = {.centre = low}}, {.x = 1, .y = {.centre = high}}}, {}, std::move(y)))
          .y.ticks(5));
}

TEST(PlotArea, EndsAtTheMostThatAShareCanBe) {
  const auto whole = chart_of({{.y = {.centre = 100}}, {.x = 1, .y = {.centre = 100}}}, {}, {.most = 100});
  EXPECT_DOUBLE_EQ(plot_area(whole).y.position(100), 1);
  EXPECT_EQ(ticks_of_y(98, 99.9, {.most = 100}).back(), "100");
  EXPECT_EQ(ticks_of_y(98, 140, {.most = 100}).back(), "140") << "what is above it is shown all the same";
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
