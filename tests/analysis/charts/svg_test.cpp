#include "analysis/charts/drawings.hpp"

#include <gmock/gmock.h>

#include "tests/analysis/rendered.hpp"
#include "tests/golden.hpp"

namespace scalegen::charts {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

stats::Estimate estimate(double low, double centre, double high) {
  return {.centre = centre, .interval = stats::Interval{low, high, 0.95}};
}

// Every form but bars, a star, and a note.
Chart lines() {
  return {.id = "speedup",
          .title = "Speedup",
          .says = "How many times as fast.",
          .x = {.label = "ranks", .scale = Scale::binary, .ticks = {1, 2, 4}},
          .y = {.label = "times", .scale = Scale::binary},
          .series = {{.name = "fp32",
                      .marks = {{.x = 1, .y = {.centre = 1}},
                                {.x = 2, .y = estimate(1.7, 1.8, 1.9)},
                                {.x = 4, .y = estimate(2.9, 3.1, 3.4), .is_starred = true}}},
                     {.form = Form::dots, .marks = {{.x = 2, .y = {.centre = 1.75}}}},
                     {.name = "bf16", .marks = {{.x = 2, .y = {.centre = 1.6}}}},
                     {.name = "ideal",
                      .form = Form::ideal,
                      .marks = {{.x = 1, .y = {.centre = 1}}, {.x = 4, .y = {.centre = 4}}}}},
          .notes = {"2 of 3 lines are drawn."}};
}

Chart columns() {
  return {
      .id = "losses",
      .title = "Why not faster",
      .x = {.label = "rung", .scale = Scale::names, .names = {"2gpu", "4gpu"}},
      .y = {.label = "%", .from_zero = true},
      .series = {{.name = "efficiency",
                  .form = Form::rest,
                  .marks = {{.x = 0, .y = {.centre = 80}}, {.x = 1, .y = {.centre = 70}}}},
                 {.name = "data", .form = Form::bars, .marks = {{.x = 1, .y = {.centre = 32}}}, .colour = 1},
                 {.name = "copy", .form = Form::bars, .marks = {{.x = 1, .y = {.centre = -2}}}}}};
}

Chart traces() {
  return {.id = "power",
          .title = "GPU power, 1gpu",
          .x = {.label = "seconds"},
          .y = {.label = "W", .from_zero = true},
          .series = {{.name = "GPU 0",
                      .form = Form::trace,
                      .marks = {{.x = -1, .y = {.centre = 80}}, {.x = 0, .y = {.centre = 300}}}}},
          .bands = {{"measured", -0.5, 0}}};
}

Chart hostile() {
  auto chart = lines();
  chart.title = "</title><script>alert(1)</script>";
  chart.x.label = "\"&'\x01";
  chart.series[0].name = "<img src=x onerror=alert(1)>";
  return chart;
}

TEST(Svg, OfAPageIsAsDrawn) {
  expect_golden("charts/lines.svg", svg_element(lines()));
  expect_golden("charts/columns.svg", svg_element(columns()));
  expect_golden("charts/traces.svg", svg_element(traces()));
}

TEST(Svg, AsAFileHasItsStyleAndTitle) { expect_golden("charts/file.svg", svg_file(lines())); }

TEST(Svg, ExecutesNothingThatANameHolds) {
  for (const auto& svg : {svg_element(hostile()), svg_file(hostile())}) {
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, Not(HasSubstr("<img")));
    EXPECT_THAT(svg, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_THAT(svg, HasSubstr("&quot;&amp;&#39;?"));
  }
}

TEST(TerminalChart, FillsItsWidth) {
  expect_golden("charts/lines.txt", render_terminal(lines(), 72));
  EXPECT_EQ(render_terminal(lines(), 7), render_terminal(lines(), 40)) << "no terminal is narrower";
}

TEST(TerminalChart, IsOfLinesOnly) {
  EXPECT_TRUE(is_for_terminal(lines()));
  EXPECT_FALSE(is_for_terminal(columns()));
  EXPECT_FALSE(is_for_terminal(traces()));
}

TEST(ChartTable, HasTheValuesOfEachForm) {
  EXPECT_EQ(render(chart_table(lines())),
            "ranks                 fp32  bf16\n"
            "    1                 1.00     -\n"
            "    2    1.80 [1.70, 1.90]  1.60\n"
            "    4  3.10 [2.90, 3.40] *     -\n");
  EXPECT_EQ(render(chart_table(columns())),
            "rung  efficiency  data   copy\n"
            "2gpu        80.0     -      -\n"
            "4gpu        70.0  32.0  -2.00\n");
  EXPECT_EQ(render(chart_table(traces())),
            "       mean  least  most\n"
            "GPU 0   190   80.0   300\n");
}

}  // namespace
}  // namespace scalegen::charts
