// The price of the runs of a sweep, in whole reports.
#include <gmock/gmock.h>

#include <algorithm>
#include <chrono>
#include <cmath>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::report {
namespace {

TEST(GoldenReport, OfAPricedSweepSaysWhatItCostAndWhatToAskForNextTime) {
  expect_golden_formats("priced", priced_sweep(3).report());
}

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

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

TEST(CostSection, NamesTheRungBeyondWhichSpeedCostsMoreThanItGives) {
  EXPECT_EQ(cost_lines(priced_sweep(3, {0.5, 0.27, 0.155, 0.13}))[0],
            "beyond 4gpu each 10 % faster costs 34.1 % more [29.1, 42.1] (to 2x4gpu)");
  EXPECT_EQ(cost_lines(priced_sweep(3, {0.5, 0.27, 0.155, 0.16}))[0],
            "beyond 4gpu no gain in speed is shown: 2x4gpu is 0.96 [0.94, 0.98] times as fast");
  EXPECT_EQ(cost_lines(priced_sweep(3, {0.5, 0.27, 0.155, 0.155}))[0],
            "beyond 4gpu no gain in speed is shown: 2x4gpu is 0.99 [0.97, 1.01] times as fast");
}

TEST(CostSection, SaysThatAKneeIsNotDistinguishable) {
  EXPECT_EQ(
      cost_lines(priced_sweep(3, {0.5, 0.27, 0.155, 0.11}))[0],
      "whether speed costs more than it gives beyond 4gpu is not distinguishable: each 10 % faster costs "
      "10.6 % more [9.5, 12.1]");
  EXPECT_THAT(cost_lines(priced_sweep(1))[0], HasSubstr("each run reaches")) << "one round has no intervals";
}

TEST(CostSection, HasNoIntervalOfTimesThatAllAreEqual) {
  auto sweep = priced_sweep(6);
  for (auto& made : sweep.runs) made.record.elapsed = std::chrono::minutes(1);
  EXPECT_THAT(cells_of(sweep, "GPU-hours a run"), ElementsAre("0.0167", "0.0333", "0.0667", "0.133"));
}

TEST(CostSection, HasNoKneeOfValuesWithoutScatter) {
  auto sweep = priced_sweep(6, {0.5, 0.27, 0.155, 0.13});
  EXPECT_THAT(cost_lines(sweep)[0], HasSubstr("beyond 4gpu each 10 % faster"));
  for (auto& made : sweep.runs) {
    const auto seconds =
        std::map<std::string, double>{{"1gpu", 0.5}, {"2gpu", 0.27}, {"4gpu", 0.155}, {"2x4gpu", 0.13}};
    std::fill(made.step_seconds.begin(), made.step_seconds.end(), seconds.at(made.record.run.rung.name));
  }
  EXPECT_THAT(cost_lines(sweep)[0], HasSubstr("each run reaches an accuracy"));
}

TEST(CostSection, StarsAKneeThatRestsOnAStar) {
  auto sweep = priced_sweep(3, {0.5, 0.27, 0.155, 0.13});
  sweep.run("2x4gpu-r2").tasks.pop_back();
  EXPECT_EQ(cost_lines(sweep)[0],
            "beyond 4gpu each 10 % faster costs 34.1 % more [29.1, 42.1] (to 2x4gpu) *");
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

TEST(CostSection, HoldsNoCostAgainstAnotherAccuracy) {
  auto sweep = priced_sweep(1);
  for (auto& made : sweep.runs) made.accuracy = made.record.run.rung.nodes == 2 ? 0.7 : 0.84;
  EXPECT_EQ(cost_lines(sweep)[0],
            "runs reach accuracies of 0.7 to 0.84: their costs are not those of the same result");
}

TEST(CostSection, OfFailedRunsSumsWhatTheyHeld) {
  auto sweep = priced_sweep(1);
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

MadeUpSweep sweep_with_power_of_1gpu() {
  auto sweep = priced_sweep(2);
  sweep.head.carbon = Carbon{.g_per_kwh = 30, .source = "the site's report of 2025"};
  for (const auto* run : {"1gpu-r1", "1gpu-r2"})
    sweep.run(run).monitor =
        "timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
        "2025/11/21 10:00:15.000, 0, GPU-a, 20 %, 10 MiB, 300.00 W\n"
        "2025/11/21 10:00:18.000, 0, GPU-a, 22 %, 10 MiB, 100.00 W\n";
  return sweep;
}

TEST(CostSection, HasTheCarbonOfKnownEnergyBesideItsSource) {
  const auto sweep = sweep_with_power_of_1gpu();
  EXPECT_THAT(cells_of(sweep, "GPU kWh per million images"), ElementsAre("0.0554", "-", "-", "-"));
  EXPECT_THAT(cells_of(sweep, "GPU g CO2 per million images"), ElementsAre("1.66", "-", "-", "-"));
  EXPECT_THAT(cost_lines(sweep),
              testing::Contains("CO2: 30 g a kWh (the site's report of 2025), of the GPUs alone"));
  const auto json = cost_json(sweep.report())[0]["rungs"];
  EXPECT_NEAR(json[0]["gpu_g_co2_per_million"]["centre"].get<double>(),
              30 * json[0]["gpu_kwh_per_million"]["centre"].get<double>(), 1e-9);
  EXPECT_FALSE(json[1].contains("gpu_g_co2_per_million"));
}

TEST(CostSection, HasNoCarbonWithoutEnergyOrFactor) {
  auto without_energy = priced_sweep(2);
  without_energy.head.carbon = Carbon{.g_per_kwh = 30, .source = "here"};
  EXPECT_THAT(cost_lines(without_energy), testing::Each(testing::Not(HasSubstr("CO2"))));
  EXPECT_THAT(cells_of(without_energy, "GPU g CO2 per million images"), IsEmpty());
  auto without_factor = sweep_with_power_of_1gpu();
  without_factor.head.carbon.reset();
  EXPECT_THAT(cost_lines(without_factor), testing::Each(testing::Not(HasSubstr("CO2"))));
  EXPECT_THAT(cells_of(without_factor, "GPU g CO2 per million images"), IsEmpty());
}

// 10 rungs in 100 rounds. It takes 6 ms; the limit is for a machine that does much else.
TEST(CostSection, OfAThousandRunsTakesNoTime) {
  Report report{.head = {.metric = {.unit = "images/s"}, .is_scheduled = true}};
  Ladder ladder;
  for (int k = 0; k < 10; ++k) {
    auto& rung = ladder.rungs.emplace_back(LadderRung{.name = fmt::format("{}gpu", 1 << k)});
    rung.shape = {.device = DeviceKind::gpu, .nodes = 1, .ranks = 1 << k};
    rung.rate = {.core_hours = 16.0 * (1 << k), .gpu_hours = 1.0 * (1 << k)};
    rung.asked = Resources{.time_limit = std::chrono::hours(1)};
    for (int round = 1; round <= 100; ++round)
      rung.runs.push_back({.round = round,
                           .value = 100 * std::pow(1.8, k) * (1 + 0.01 * ((round * 7 + k * 3) % 5)),
                           .has_completed = true,
                           .held_seconds = 300 + round + k});
  }
  report.tables.push_back(scale(ladder, report.head.metric, "1gpu"));
  report.head.campaign = {
      {.run = "train", .size = {.gpus = 512}, .unit = CampaignLine::Unit::samples, .amount = 1e9}};
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(cost_section(report).table.rows.size(), 10);
  EXPECT_EQ(campaign_section(report).table.rows.size(), 1);
  EXPECT_EQ(next_time_section(report).lines.size(), 1);
  const auto taken = std::chrono::duration<double>(std::chrono::steady_clock::now() - begin);
  EXPECT_LT(taken.count(), 0.5);
  RecordProperty("milliseconds", fmt::format("{:.1f}", 1000 * taken.count()));
}

TEST(NextTime, SaysNothingOfALimitThatSomeRunNeeded) {
  auto sweep = priced_sweep(1);
  sweep.run("2gpu-r1").record.outcome = TimedOut{std::chrono::hours(1)};
  EXPECT_THAT(next_time_section(sweep.report()).lines,
              testing::Not(testing::Contains(HasSubstr("time_limit"))));
}

TEST(NextTime, SaysNothingOfMemoryThatIsNotKnownOfEachRun) {
  auto sweep = priced_sweep(1);
  sweep.run("2gpu-r1").files.clear();
  EXPECT_THAT(next_time_section(sweep.report()).lines,
              ElementsAre("time_limit: 10m  # the longest run, of 1gpu, took 6 min 20 s of 1 h"));
}

TEST(NextTime, SaysNothingOnAMachineOfOnesOwn) {
  auto sweep = priced_sweep(1);
  sweep.head.scheduler = SchedulerKind::local;
  EXPECT_THAT(next_time_section(sweep.report()).lines, IsEmpty());
}

}  // namespace
}  // namespace scalegen::report
