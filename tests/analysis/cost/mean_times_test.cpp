// What costs is the mean of a run's steps, whether it writes them as event lines or prints them.
#include <gmock/gmock.h>

#include <fmt/format.h>

#include "analysis/comparison/comparison.hpp"
#include "analysis/cost/campaign_cost.hpp"
#include "analysis/cost/knee.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/report/sections.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/set_setting.hpp"

namespace scalegen {
namespace {

using testing::Contains;

// Every eighth step waits for the network, the longer the more GPUs there are.
MadeUpSweep stalling_sweep() {
  auto sweep = priced_sweep(3);
  sweep.head.advise = {.deadline = std::chrono::hours(12), .work = Work{Work::Unit::samples, 9e7}};
  sweep.head.campaign = {
      {.run = "train", .size = {.nodes = 2}, .unit = CampaignLine::Unit::samples, .amount = 1e9}};
  for (auto& made : sweep.runs)
    for (std::size_t step = 7; step < 40; step += 8)
      made.step_seconds[step] *= 1 + 0.5 * world_size(made.record.run.rung);
  return sweep;
}

// The same sweep of a program that prints the rate or the time of each step.
MadeUpSweep printing(MadeUpSweep sweep, bool rates, MetricUse use = MetricUse::automatic) {
  sweep.use_own_program();
  sweep.head.metrics = {{.name = rates ? "throughput" : "time",
                         .regex = "speed {number}",
                         .unit = rates ? "images/s" : "s/step",
                         .higher_is_better = rates,
                         .use = use}};
  for (auto& made : sweep.runs) {
    made.out.clear();
    for (const double seconds : made.step_seconds)
      made.out += fmt::format("speed {}\n", rates ? 512 / seconds : seconds);
  }
  return sweep;
}

void expect_near(const std::optional<stats::Estimate>& a, const std::optional<stats::Estimate>& b) {
  ASSERT_EQ(a.has_value(), b.has_value());
  if (!a) return;
  EXPECT_NEAR(a->centre / b->centre, 1, 1e-6);
  ASSERT_EQ(a->interval.has_value(), b->interval.has_value());
  if (!a->interval) return;
  EXPECT_NEAR(a->interval->low / b->interval->low, 1, 1e-6);
  EXPECT_NEAR(a->interval->high / b->interval->high, 1, 1e-6);
}

void expect_the_same_costs(const report::Report& a, const report::Report& b) {
  const auto of_a = rung_costs(a.tables[0], a.head.metric);
  const auto of_b = rung_costs(b.tables[0], b.head.metric);
  ASSERT_EQ(of_a.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    expect_near(of_a[k]->relative, of_b[k]->relative);
    expect_near(of_a[k]->million_hours, of_b[k]->million_hours);
    expect_near(a.verdicts[0].rungs[k].conditions[0].value, b.verdicts[0].rungs[k].conditions[0].value);
  }
  EXPECT_EQ(a.verdicts[0].advised, b.verdicts[0].advised);
  expect_near(a.verdicts[0].from_smaller->cost, b.verdicts[0].from_smaller->cost);
  expect_near(knee_of(a.tables[0])->step->speed, knee_of(b.tables[0])->step->speed);
  const auto campaign_a = campaign_costs(a.head.campaign, a.tables[0], a.head.metric)[0];
  const auto campaign_b = campaign_costs(b.head.campaign, b.tables[0], b.head.metric)[0];
  expect_near(campaign_a.gpu_hours, campaign_b.gpu_hours);
  EXPECT_NEAR(*campaign_a.mean_over_median, *campaign_b.mean_over_median, 1e-6);
}

TEST(MeanTimes, OfPrintedRatesCostWhatTheSameStepsCostAsEventLines) {
  const auto as_events = stalling_sweep().report();
  const auto printed = printing(stalling_sweep(), true).report();
  ASSERT_TRUE(printed.verdicts[0].advised);
  expect_the_same_costs(printed, as_events);
  EXPECT_GT(printed.tables[0].points[3].typical->centre, 1.3 * as_events.tables[0].points[3].typical->centre)
      << "the figure is the median";
  EXPECT_THAT(report::campaign_section(printed).lines,
              Contains("warning: some steps of 2x4gpu stall: their mean, which costs, is 1.62 times their "
                       "median"));
}

TEST(MeanTimes, AreTheFigureIfASweepFileSaysSo) {
  const auto as_events = stalling_sweep().report();
  const auto printed = printing(stalling_sweep(), true, MetricUse::mean).report();
  expect_the_same_costs(printed, as_events);
  for (std::size_t k = 0; k < 4; ++k)
    expect_near(printed.tables[0].points[k].typical, as_events.tables[0].points[k].typical);
}

TEST(MeanTimes, OfPrintedTimesCostWhatTheSameRatesCost) {
  auto rates = printing(stalling_sweep(), true);
  auto times = printing(stalling_sweep(), false);
  for (auto* sweep : {&rates, &times})
    for (auto& made : sweep->runs) set(made.record.run.settings, "global_batch", std::int64_t{512});
  const auto a = rates.report();
  const auto b = times.report();
  for (std::size_t k = 0; k < 4; ++k)
    expect_near(a.verdicts[0].rungs[k].conditions[0].value, b.verdicts[0].rungs[k].conditions[0].value);
  expect_near(a.verdicts[0].from_smaller->cost, b.verdicts[0].from_smaller->cost);
}

TEST(MeanTimes, AreWhatTheWorkOfTwoSweepsCosts) {
  const auto quiet = priced_sweep(2);
  const auto of = [&](const MadeUpSweep& a, const MadeUpSweep& b) {
    return comparison::compare({.report = a.report()}, {.report = b.report()}, comparison::At::cost)->costs;
  };
  const auto printed = of(printing(stalling_sweep(), true), printing(quiet, true));
  const auto events = of(stalling_sweep(), quiet);
  ASSERT_EQ(printed.size(), 4U);
  ASSERT_EQ(events.size(), 4U);
  for (std::size_t k = 0; k < 4; ++k) {
    expect_near(printed[k].cost_a, events[k].cost_a);
    expect_near(printed[k].cost_b, events[k].cost_b);
    expect_near(printed[k].ratio, events[k].ratio);
  }
}

}  // namespace
}  // namespace scalegen
