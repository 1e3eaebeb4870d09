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
  return {.id = "losses",
          .title = "Why not faster",
          .x = {.label = "rung", .scale = Scale::names, .names = {"2gpu", "4gpu"}},
          .y = {.label = "%", .from_zero = true},
          .series = {
              {.name = "efficiency",
               .form = Form::rest,
               .marks = {{.x = 0, .y = {.centre = 80}}, {.x = 1, .y = {.centre = 70}}}},
              {.name = "data", .form = Form::bars, .marks = {{.x = 1, .y = {.centre = 32}}}, .colour = 1},
              {.name = "copy", .form = Form::bars, .marks = {{.x = 1, .y = {.centre = -2}}}, .colour = 6}}};
}

Chart traces() {
  return {
      .id = "power",
      .title = "GPU power, 1gpu",
      .x = {.label = "seconds"},
      .y = {.label = "W", .from_zero = true},
      .series = {{.name = "warm-up",
                  .form = Form::left_out,
                  .marks = {{.x = -1, .y = {.centre = 60}}, {.x = -0.5, .y = {.centre = 80}}}},
                 {.name = "GPU 0",
                  .form = Form::trace,
                  .marks = {{.x = -0.5, .y = estimate(70, 80, 90)}, {.x = 0, .y = estimate(200, 300, 310)}},
                  .all = estimate(65, 210, 310)},
                 {.name = "GPU 1",
                  .form = Form::trace,
                  .marks = {{.x = -0.5, .y = {.centre = 90}}, {.x = 0, .y = {.centre = 100}}}}}};
}

// Two rungs of one size, five rounds, a prediction and a bound.
Chart predicted() {
  auto chart = lines();
  chart.series = {{.name = "measured",
                   .marks = {{.x = 1, .y = {.centre = 1}},
                             {.x = 4, .y = estimate(3.7, 3.8, 3.9), .name = "4gpu"},
                             {.x = 4, .y = estimate(3.2, 3.3, 3.4), .name = "2x2gpu"},
                             {.x = 8, .y = estimate(5, 6, 7), .is_predicted = true, .name = "2x4gpu"}}},
                  {.form = Form::dots,
                   .marks = {{.x = 4, .y = {.centre = 3.8}},
                             {.x = 4, .y = {.centre = 3.8}},
                             {.x = 4, .y = {.centre = 3.8}},
                             {.x = 4, .y = {.centre = 3.8}},
                             {.x = 4, .y = {.centre = 3.8}}}},
                  {.name = "no faster", .form = Form::limit, .marks = {{.x = 1, .y = {.centre = 1}}}}};
  chart.x.ticks = {1, 4, 8};
  chart.notes = {"A note that is as long as notes are, and so does not fit on one line of a column."};
  return chart;
}

Chart named() {
  return {.id = "figures",
          .title = "Throughput",
          .x = {.label = "rung",
                .scale = Scale::names,
                .names = {"a-configuration-with-x1-and-the-same-end",
                          "a-configuration-with-x2-and-the-same-end", "конфигурация-с-очень-длинным-именем"}},
          .y = {.label = "images/s", .from_zero = true},
          .series = {{.name = "measured",
                      .marks = {{.x = 0, .y = estimate(90, 100, 120)},
                                {.x = 1, .y = {.centre = 80}},
                                {.x = 2, .y = {.centre = 60}}}},
                     {.form = Form::dots, .marks = {{.x = 0, .y = {.centre = 95}}}}}};
}

Chart hostile() {
  auto chart = lines();
  chart.title = "</title><script>alert(1)</script>";
  chart.x.label = "\"&'\x01";
  chart.series[0].name = "<img src=x onerror=alert(1)>";
  return chart;
}

TEST(Svg, OfAPageAFileAndAPaperIsAsDrawn) {
  expect_golden("charts/lines.svg", svg_element(lines()));
  expect_golden("charts/columns.svg", svg_element(columns()));
  expect_golden("charts/traces.svg", svg_element(traces()));
  expect_golden("charts/predicted.svg", svg_element(predicted()));
  expect_golden("charts/named.svg", svg_element(named()));
  expect_golden("charts/file.svg", svg_file(lines()));
  expect_golden("charts/paper.svg", svg_file(predicted(), Medium::paper));
}

TEST(Svg, HasNoEntryForWhatCannotBeSeen) {
  auto chart = columns();
  chart.series[1].marks[0].y.centre = 0;
  EXPECT_THAT(svg_element(chart), Not(HasSubstr(">data</text>")));
}

TEST(Svg, ExecutesNothingThatANameHolds) {
  for (const auto& svg : {svg_element(hostile()), svg_file(hostile())}) {
    EXPECT_THAT(svg, Not(HasSubstr("<script")));
    EXPECT_THAT(svg, Not(HasSubstr("<img")));
    EXPECT_THAT(svg, HasSubstr("&lt;script&gt;alert(1)&lt;/script&gt;"));
    EXPECT_THAT(svg, HasSubstr("&quot;&amp;&#39;?"));
  }
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
            "GPU 0   210   65.0   310\n");
  EXPECT_EQ(render(chart_table(predicted())),
            "rung    ranks                     measured\n"
            "-           1                         1.00\n"
            "2x2gpu      4            3.30 [3.20, 3.40]\n"
            "4gpu        4            3.80 [3.70, 3.90]\n"
            "2x4gpu      8  6.00 [5.00, 7.00] predicted\n");
}

}  // namespace
}  // namespace scalegen::charts
