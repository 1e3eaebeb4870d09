#include "analysis/measurement/printed_figure.hpp"

#include <gtest/gtest.h>

#include <numeric>

namespace scalegen {
namespace {

using Values = std::vector<double>;

const MetricPattern kTime{.name = "time", .unit = "s", .higher_is_better = false};

const MetricPattern kRate{.name = "throughput", .unit = "it/s"};

PrintedMatches matches_of(const Values& values) {
  return {.file = "out",
          .count = std::ssize(values),
          .values = values,
          .sum = std::accumulate(values.begin(), values.end(), 0.0),
          .last = values.back(),
          .last_line = std::ssize(values)};
}

PrintedFigure figure_of_values(const Values& values, const MetricPattern& pattern = kTime) {
  return printed_figure(matches_of(values), pattern).value();
}

MetricPattern with(MetricPattern pattern, MetricUse use) {
  pattern.use = use;
  return pattern;
}

// Two slow ones, then 10 s with some scatter, then an evaluation.
Values iterations() {
  Values times{80, 21};
  for (int i = 0; i < 40; ++i) times.push_back(10 + 0.1 * (i * 7 % 5));
  times.push_back(55);
  return times;
}

TEST(PrintedFigure, IsTheMedianOfWhatFollowsWarmUpAndMayBecomeThatOfTheLastMatch) {
  const auto figure = figure_of_values(iterations());
  EXPECT_EQ(figure.use, MetricUse::median);
  EXPECT_EQ(figure.value, 10.2);
  EXPECT_EQ(figure.matches, 43);
  EXPECT_EQ(figure.left_out, 5) << "the same batches of five as for event lines";
  EXPECT_EQ(figure.last, 55);
  EXPECT_EQ(figure.totals, Totals::none);
  const auto of_last = with_last_match(figure);
  EXPECT_EQ(of_last.value, 55);
  EXPECT_EQ(of_last.use, MetricUse::last);
  EXPECT_EQ(of_last.left_out, 0);
}

TEST(PrintedFigure, OfRatesHasTheWarmUpOfTheirStepTimes) {
  Values rates;
  for (const auto seconds : iterations()) rates.push_back(512 / seconds);
  const auto figure = figure_of_values(rates, {.name = "throughput", .unit = "images/s"});
  EXPECT_EQ(figure.left_out, figure_of_values(iterations()).left_out);
  EXPECT_NEAR(figure.value, 512 / 10.2, 1e-9);
}

TEST(PrintedFigure, OfFewMatchesIsTheLast) {
  EXPECT_EQ(figure_of_values({12}).value, 12);
  const auto two = figure_of_values({12, 11});
  EXPECT_EQ(two.use, MetricUse::last);
  EXPECT_EQ(two.value, 11);
}

TEST(PrintedFigure, LeavesNoWarmUpOutOfFewerThanEightMatchesButOutOfTheirMean) {
  EXPECT_EQ(figure_of_values({14, 10, 11, 10}).value, 10.5);
  const auto three = figure_of_values({326, 620, 1015}, kRate);
  EXPECT_EQ(three.value, 620) << "training, testing, predicting: MSER-5 would drop the first";
  EXPECT_EQ(three.left_out, 0);
  EXPECT_EQ(figure_of_values({80, 10, 11, 10, 12, 10, 11}).left_out, 0);
  EXPECT_EQ(figure_of_values({80, 10, 11, 10, 12, 10, 11}).value, 11) << "one slow match is no matter";
  EXPECT_EQ(figure_of_values({80, 10, 11, 10, 12, 10, 11, 10}).left_out, 1);
  EXPECT_EQ(figure_of_values({80, 10, 12}, with(kTime, MetricUse::mean)).value, 34);
  const auto figure = figure_of_values({80, 10, 11, 10, 12, 10, 13});
  EXPECT_EQ(figure.value, 11) << "of all seven";
  EXPECT_EQ(figure.mean, 11) << "of the last six";
  EXPECT_EQ(figure_of_values({10, 10, 30, 10, 10}).mean, 14) << "no warm-up: it costs";
  auto skipping = kTime;
  skipping.skip = 0;
  EXPECT_EQ(figure_of_values({80, 10, 12}, skipping).mean, 34) << "as asked";
}

TEST(PrintedFigure, OfRatesHasTheHarmonicMeanAsEachMatchIsForTheSameWork) {
  const auto figure = figure_of_values({300, 100, 300}, with(kRate, MetricUse::mean));
  EXPECT_NEAR(figure.value, 180, 1e-9) << "3 matches in 1/300 + 1/100 + 1/300 s";
  EXPECT_EQ(figure.mean, figure.value);
  EXPECT_EQ(figure_of_values({300, 100, 320}, with(kTime, MetricUse::mean)).value, 240);
}

TEST(PrintedFigure, KeepsTheMeanBesideTheMedian) {
  const auto figure = figure_of_values(iterations());
  EXPECT_NEAR(*figure.mean, 10.2, 0.05) << "the evaluation at the end of the run is not in it";
  auto twice = iterations();
  twice[20] = 50;
  EXPECT_NEAR(*figure_of_values(twice).mean, (36 * 10.2 + 50 + 55) / 38, 0.05) << "one of several counts";
  EXPECT_EQ(figure_of_values({12, 11}).mean, std::nullopt);
  EXPECT_EQ(with_last_match(figure).mean, std::nullopt);
}

TEST(PrintedFigure, HasASpreadIfItsMatchesDoNotAgree) {
  EXPECT_EQ(figure_of_values({326, 620, 1015}, kRate).spread, (Spread{326, 1015}));
  EXPECT_EQ(figure_of_values({10, 80, 11, 82}, kTime).spread, (Spread{10, 82}));
  EXPECT_EQ(figure_of_values({80, 10, 11}).spread, std::nullopt) << "a warm-up";
  EXPECT_EQ(figure_of_values({10, 11, 30}, kRate).spread, std::nullopt);
  EXPECT_EQ(figure_of_values(iterations()).spread, std::nullopt);
  Values clusters;
  for (int i = 0; i < 40; ++i) clusters.push_back(i % 2 == 0 ? 10 : 20);
  EXPECT_EQ(figure_of_values(clusters).spread, (Spread{10, 20}));
  EXPECT_EQ(figure_of_values({10, 80, 11, 82}, with(kTime, MetricUse::median)).spread, std::nullopt)
      << "as asked";
  EXPECT_EQ(figure_of_values({12.3, 24.6, 36.9, 49.2}).spread, std::nullopt)
      << "a total has a warning of its own";
}

TEST(PrintedFigure, HasTheKindsOfItsMatchesIfTheyDiffer) {
  auto matches = matches_of({326, 620});
  matches.kinds = {{.words = {"Epoch"}, .count = 1, .median = 326},
                   {.words = {"Testing"}, .count = 1, .median = 620}};
  EXPECT_EQ(printed_figure(matches, kRate).value().kinds, matches.kinds);
  EXPECT_TRUE(printed_figure(matches, with(kRate, MetricUse::last)).value().kinds.empty()) << "as asked";
  matches.kinds[1].median = 330;
  EXPECT_TRUE(printed_figure(matches, kRate).value().kinds.empty()) << "it does not matter which one counts";
}

TEST(PrintedFigure, IsMadeAsAsked) {
  const Values times{40, 10, 12, 14, 20};
  EXPECT_EQ(figure_of_values(times, with(kTime, MetricUse::last)).value, 20);
  EXPECT_EQ(figure_of_values(times, with(kTime, MetricUse::sum)).value, 96);
  auto skipping = kTime;
  skipping.skip = 1;
  auto all_but_one = matches_of({10, 12, 14, 20});
  all_but_one.passed = 1;
  all_but_one.count = 5;
  const auto median = printed_figure(all_but_one, skipping).value();
  EXPECT_EQ(median.use, MetricUse::median);
  EXPECT_EQ(median.value, 13);
  EXPECT_EQ(median.left_out, 1);
  EXPECT_EQ(printed_figure(all_but_one, with(skipping, MetricUse::mean)).value().value, 14);
  EXPECT_EQ(printed_figure(all_but_one, with(skipping, MetricUse::sum)).value().left_out, 1);
}

TEST(PrintedFigure, SaysWhatIsNoFigureAndWhatWouldBe) {
  auto matches = matches_of({10, 12});
  matches.count = 3;
  matches.no_number = matches.no_value = "time in line 2 of out is '0', which is not a number above 0";
  EXPECT_EQ(
      printed_figure(matches, kTime).error().front().message,
      "time in line 2 of out is '0', which is not a number above 0; with 'use: last' in 'metrics:' only "
      "the last match counts");
  EXPECT_EQ(printed_figure(matches, with(kTime, MetricUse::sum)).error().front().message,
            "time in line 2 of out is '0', which is not a number above 0");
  EXPECT_EQ(printed_figure(matches, with(kTime, MetricUse::last)).value().value, 12);
  matches.last = failure("time in line 9 of out is '', which is not a number above 0");
  EXPECT_EQ(printed_figure(matches, kTime).error().front().message,
            "time in line 2 of out is '0', which is not a number above 0");
  const PrintedMatches skipped{.file = "out", .count = 3, .passed = 3, .last = 9};
  auto pattern = kTime;
  pattern.skip = 5;
  EXPECT_EQ(printed_figure(skipped, pattern).error().front().message,
            "'skip: 5' leaves out all matches of time in out, of which there are 3");
  EXPECT_EQ(printed_figure(matches_of({1, 1e-320, 1}), kRate).error().front().message,
            "the matches of throughput in out have no mean");
}

Totals totals_in(const Values& values, const MetricPattern& pattern = kTime) {
  return figure_of_values(values, pattern).totals;
}

TEST(PrintedFigure, TellsTotalsAndMeansSoFarFromTimesAndRatesOfTheirOwn) {
  EXPECT_EQ(totals_in({12.3, 24.6, 36.9}), Totals::so_far);
  EXPECT_EQ(totals_in({100, 101, 102, 103, 104, 105, 106, 107, 108}), Totals::so_far) << "with start-up";
  EXPECT_EQ(totals_in({10, 10.2, 9.9, 10.1, 41}), Totals::at_the_end) << "the parts and 0.8 s more";
  EXPECT_EQ(totals_in({10, 10.2, 10.3}), Totals::none);
  EXPECT_EQ(totals_in({14, 11, 10.5, 10.2}), Totals::none) << "warm-up";
  EXPECT_EQ(totals_in({1, 2, 3, 1, 2, 3, 1, 2, 3}), Totals::none) << "a total that begins anew too often";
  Values in_epochs;
  for (int i = 0; i < 60; ++i) in_epochs.push_back(1 + i % 20);
  EXPECT_EQ(totals_in(in_epochs), Totals::so_far);
  EXPECT_EQ(totals_in(iterations()), Totals::none);
  EXPECT_EQ(totals_in({50, 99, 100}, kRate), Totals::none) << "warm-up";
  EXPECT_EQ(totals_in({50, 75, 83, 87, 90, 92, 93, 94, 95}, kRate), Totals::so_far);
}

}  // namespace
}  // namespace scalegen
