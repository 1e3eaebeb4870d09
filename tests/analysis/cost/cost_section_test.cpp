#include <fmt/format.h>
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>

#include "analysis/analyse.hpp"
#include "analysis/comparison/comparison.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/report/golden_formats.hpp"
#include "tests/set_setting.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// The price of the runs of a sweep, in whole reports.

TEST(GoldenReport, OfAPricedSweepSaysWhatItCostAndWhatToAskForNextTime) {
  const auto report = priced_sweep(3).report();
  expect_golden_formats("priced", report);
  expect_golden_markdown("priced", report);
  expect_golden_json("priced", priced_sweep(2).report());
}

std::vector<std::string> cost_lines(const MadeUpSweep& sweep) { return cost_section(sweep.report()).lines; }

std::vector<std::string> cells_of(const MadeUpSweep& sweep, const std::string& column) {
  const auto table = cost_section(sweep.report()).table;
  const auto found = std::find(table.header.begin(), table.header.end(), column);
  if (found == table.header.end()) return {};
  std::vector<std::string> cells;
  for (const auto& row : table.rows)
    cells.push_back(row[static_cast<std::size_t>(found - table.header.begin())].text);
  return cells;
}

TEST(CostSection, CountsInTheUnitsOfTheSite) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) {
    auto& rate = made.record.run.rate;
    rate.unit = "billing units";
    rate.units = 100 * rate.gpu_hours * made.record.run.rung.nodes;  // the second node costs twice as much
  }
  EXPECT_THAT(cells_of(sweep, "billing units a run"), ElementsAre("10.6", "10.6", "14.1", "42.3"));
  EXPECT_THAT(cells_of(sweep, "for the same work"), ElementsAre("1 (baseline)", "1.06x", "1.23x", "3.23x"));
}

TEST(CostSection, IsRelativeWithTheIntervalOfTheSpeedup) {
  const auto report = priced_sweep(3).report();
  const auto& table = report.tables[0];
  const auto cost = rung_costs(table, report.head.metric)[2];
  const auto& speedup = *table.points[2].speedup;
  EXPECT_DOUBLE_EQ(cost->relative->centre, 4 / speedup.centre);
  EXPECT_DOUBLE_EQ(cost->relative->interval->low, 4 / speedup.interval->high);
  EXPECT_DOUBLE_EQ(cost->relative->interval->high, 4 / speedup.interval->low);
}

// An image of the data set has an unknown number of tokens.
TEST(CostSection, HasNoPriceOfAnEpochFromARateOfTokens) {
  const auto table = priced_sweep(1).report().tables[0];
  EXPECT_TRUE(rung_costs(table, {.unit = "images/s"})[0]->epoch_hours);
  const auto of_tokens = rung_costs(table, {.unit = "tokens/s"})[0];
  EXPECT_TRUE(of_tokens->million_hours);
  EXPECT_FALSE(of_tokens->epoch_hours);
}

TEST(CostSection, HasNoIntervalOfTimesThatAllAreEqual) {
  auto sweep = priced_sweep(6);
  for (auto& made : sweep.runs) made.record.elapsed = std::chrono::minutes(1);
  EXPECT_THAT(cells_of(sweep, "GPU-hours a run"), ElementsAre("0.0167", "0.0333", "0.0667", "0.133"));
}

TEST(CostSection, ComparesNoGpusWithCores) {
  auto sweep = priced_sweep(2);
  for (int round = 1; round <= 2; ++round) {
    sweep.add_run({.name = "cpu"}, round, 3.0);
    auto& made = sweep.runs.back();
    made.record.run.rate = {.core_hours = 64};
    made.record.elapsed = std::chrono::seconds(400);
  }
  EXPECT_THAT(cells_of(sweep, "core-hours a run"), ElementsAre("7.111 [7.105, 7.118]", "-", "-", "-", "-"));
  EXPECT_THAT(cells_of(sweep, "for the same work")[0], "-");
}

TEST(CostSection, NamesWhatWasAllocatedAndNotUsed) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.record.run.rate.gpu_hours = 4.0 * made.record.run.rung.nodes;
  EXPECT_THAT(cost_lines(sweep)[1],
              "used of what was allocated and paid for: 1 of 4 GPUs by 1gpu, 2 of 4 GPUs by 2gpu");
}

TEST(CostSection, HoldsNoCostAgainstAnotherAccuracyAndSumsWhatFailedRunsHeld) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.accuracy = made.record.run.rung.nodes == 2 ? 0.7 : 0.84;
  EXPECT_EQ(cost_lines(sweep)[0],
            "runs reach accuracies of 0.7 to 0.84: their costs are not those of the same result");
  sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.record.outcome = Failed{7, "no"};
  EXPECT_TRUE(cost_section(sweep.report()).table.rows.empty());
  sweep.run("1gpu-r1").record.outcome = Completed{};
  EXPECT_THAT(cost_lines(sweep)[1], "all 4 runs together: 0.563 GPU-hours");
}

TEST(CostSection, IsNothingOnCoresOfOnesOwn) {
  auto sweep = priced_sweep(2);
  sweep.head.scheduler = SchedulerKind::local;
  EXPECT_FALSE(cost_section(sweep.report()).table.rows.empty()) << "GPUs have a price anywhere";
  MadeUpSweep cores(2);
  for (auto& made : cores.runs) made.record.run.rate = {.core_hours = 1};
  EXPECT_TRUE(cost_section(cores.report()).table.rows.empty());
  EXPECT_FALSE(cost_json(cores.report()).is_null());
}

TEST(CostSection, HasTheEnergyOfTheGpusIfAllWereSeen) {
  auto sweep = priced_sweep(2);
  for (auto& made : sweep.runs) {
    if (made.record.run.rung.name != "1gpu" && made.record.run.rung.name != "2gpu") continue;
    made.monitor =
        "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
        "2025/11/21 10:00:15.000, 0, GPU-a, 20 %, 10 MiB, 300.00 W\n"
        "2025/11/21 10:00:18.000, 0, GPU-a, 22 %, 10 MiB, 100.00 W\n";
  }
  const auto energy = cells_of(sweep, "GPU kWh per million images");
  EXPECT_THAT(energy, ElementsAre("0.0554", "-", "-", "-")) << "2gpu has a GPU that nobody saw";
  EXPECT_THAT(
      next_time_section(sweep.report()).lines,
      testing::Contains("GPUs are busy for 21.0 % of the time in 1gpu; ranks may wait for files or for each "
                        "other, or the batch is small"));
}

TEST(NextTime, SaysNothingOfANeededLimitOfUnknownMemoryOrOnAMachineOfOnesOwn) {
  auto sweep = priced_sweep(1);
  sweep.run("2gpu-r1").record.outcome = TimedOut{std::chrono::hours(1)};
  EXPECT_THAT(next_time_section(sweep.report()).lines,
              testing::Not(testing::Contains(HasSubstr("time_limit"))));
  sweep = priced_sweep(1);
  sweep.run("2gpu-r1").files.clear();
  EXPECT_THAT(next_time_section(sweep.report()).lines,
              ElementsAre("time_limit: 10m  # the longest run, of 1gpu, took 6 min 20 s of 1 h"));
  sweep = priced_sweep(1);
  sweep.head.scheduler = SchedulerKind::local;
  EXPECT_THAT(next_time_section(sweep.report()).lines, IsEmpty());
}

// The price of an hour of each rung, from the plan.

TEST(RungRate, IsThatOfItsRuns) {
  MadeUpSweep sweep(2);
  for (auto& made : sweep.runs) {
    auto& run = made.record.run;
    const double cores = 4 * world_size(run.rung);
    if (run.rung.name != "2cpu")
      run.rate = {.core_hours = cores, .units = 2 * cores, .unit = "billing units"};
  }
  const auto report = sweep.report();
  const auto& points = report.tables[0].points;
  EXPECT_EQ(points[0].rate, (Rate{.core_hours = 4, .units = 8, .unit = "billing units"}));
  EXPECT_FALSE(points[1].rate) << "nobody knows it";
  EXPECT_EQ(points[2].rate, (Rate{.core_hours = 16, .units = 32, .unit = "billing units"}));
}

TEST(RungRate, IsUnknownInAnImportedTable) {
  const auto report = report_of_table("t.csv", "1gpu,100\n2gpu,50\n").value();
  EXPECT_FALSE(report.tables[0].points[0].rate);
}

// What costs is the mean of a run's steps, whether it writes them as event lines or prints them.

// Every eighth step waits for the network, the longer the more GPUs there are.
MadeUpSweep stalling_sweep() {
  auto sweep = priced_sweep(3);
  sweep.head.advise = {.deadline = std::chrono::hours(12), .work = Work{Work::Unit::samples, 9e7}};
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
}

TEST(MeanTimes, OfPrintedRatesCostWhatEventLinesCostAndAreTheFigureIfASweepSaysSo) {
  const auto as_events = stalling_sweep().report();
  const auto printed = printing(stalling_sweep(), true).report();
  ASSERT_TRUE(printed.verdicts[0].advised);
  expect_the_same_costs(printed, as_events);
  EXPECT_GT(printed.tables[0].points[3].typical->centre, 1.3 * as_events.tables[0].points[3].typical->centre)
      << "the figure is the median";
  const auto means = printing(stalling_sweep(), true, MetricUse::mean).report();
  expect_the_same_costs(means, as_events);
  for (std::size_t k = 0; k < 4; ++k)
    expect_near(means.tables[0].points[k].typical, as_events.tables[0].points[k].typical);
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
}  // namespace scalegen::report
