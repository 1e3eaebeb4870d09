#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <string>

#include "analysis/losses/straggler.hpp"
#include "analysis/report/sections.hpp"

namespace scalegen::losses {
namespace {

/// Twelve runs of four nodes with a GPU each, of which n3 is slow, with clocks as its monitor has them.
std::vector<ScalingTable> tables_with_clocks(double slow_mhz, double others_mhz) {
  std::mt19937 draws(1);
  std::vector<std::string> nodes{"n1", "n2", "n3", "n4"};
  ScalingPoint point;
  for (int run = 0; run < 12; ++run) {
    std::shuffle(nodes.begin(), nodes.end(), draws);
    auto& made = point.runs.emplace_back(Measurement{.value = 1});
    for (std::size_t rank = 0; rank < nodes.size(); ++rank) {
      const bool is_slow = nodes[rank] == "n3";
      RankSummary summary{.rank = static_cast<std::int64_t>(rank),
                          .host = nodes[rank],
                          .steps = 10,
                          .seconds = (is_slow ? 1.2 : 1) + 0.001 * static_cast<double>(rank)};
      summary.phases[Phase::communication] = 0;
      made.step_phases.ranks.push_back(summary);
      made.gpus.push_back(
          {.device = nodes[rank] + ":GPU-a", .sm_clock_mhz = is_slow ? slow_mhz : others_mhz});
    }
  }
  return {{.points = {point}}};
}

std::string only_line(const std::vector<ScalingTable>& tables) {
  const auto found = stragglers_of(tables);
  return found.size() == 1 ? report::straggler_text(found.front()) : "";
}

const std::string kSlowNode =
    "node n3 is slow, whichever ranks are there; its own work takes 20.1 % longer than others', the most in "
    "12 of "
    "12 runs (p 4.8e-07 for 8 looked at)";

TEST(StragglerClocks, AreBesideItIfTheyAreLowerThanThoseOfOthersInTheSameRuns) {
  EXPECT_EQ(only_line(tables_with_clocks(1410, 1980)),
            kSlowNode + "; its GPUs had lower clocks: 1410 MHz, others in the same runs 1980 MHz");
}

TEST(StragglerClocks, AreLeftOutIfTheyAreNotLower) {
  EXPECT_EQ(only_line(tables_with_clocks(1980, 1980)), kSlowNode);
  EXPECT_EQ(only_line(tables_with_clocks(1980, 1410)), kSlowNode);
}

// An idle GPU of somebody else clocks down, and its run says nothing.
TEST(StragglerClocks, AreLeftOutIfTheMonitorsSawOtherGpusToo) {
  auto tables = tables_with_clocks(1410, 1980);
  for (auto& run : tables.front().points.front().runs)
    run.gpus.push_back({.device = "n1:GPU-b", .sm_clock_mhz = 345});
  EXPECT_EQ(only_line(tables), kSlowNode);
}

// The runs of a rung of both ladders are in both tables.
TEST(StragglerClocks, CountARunOfBothLaddersOnce) {
  auto tables = tables_with_clocks(1410, 1980);
  tables.front().points.front().is_shared = true;
  tables.push_back(tables.front());
  tables.back().scaling = Scaling::weak;
  EXPECT_EQ(only_line(tables),
            kSlowNode + "; its GPUs had lower clocks: 1410 MHz, others in the same runs 1980 MHz");
}

void set_slowed(std::vector<ScalingTable>& tables, const std::map<Slowdown, double>& slow,
                const std::map<Slowdown, double>& others) {
  for (auto& run : tables.front().points.front().runs)
    for (auto& gpu : run.gpus) gpu.slowed = gpu.device.starts_with("n3:") ? slow : others;
}

// All GPUs are at their power cap; those of n3 are hot as well.
TEST(StragglerThrottling, IsBesideItIfOthersHaveLessOfIt) {
  auto tables = tables_with_clocks(1980, 1980);
  set_slowed(tables, {{Slowdown::power_cap, 0.96}, {Slowdown::thermal, 0.9}, {Slowdown::power_brake, 0.1}},
             {{Slowdown::power_cap, 0.95}, {Slowdown::thermal, 0.02}, {Slowdown::power_brake, 0}});
  EXPECT_EQ(only_line(tables),
            kSlowNode +
                "; its GPUs were throttled: thermal slowdown in 90 % of samples (others 2 %), power brake "
                "in 10 % of samples (others 0 %)");
}

TEST(StragglerThrottling, IsLeftOutIfItIsTheSameEverywhere) {
  auto tables = tables_with_clocks(1980, 1980);
  set_slowed(tables, {{Slowdown::power_cap, 0.95}}, {{Slowdown::power_cap, 0.9}});
  EXPECT_EQ(only_line(tables), kSlowNode);
}

TEST(StragglerThrottling, IsLeftOutIfTheOthersDoNotSay) {
  auto tables = tables_with_clocks(1980, 1980);
  set_slowed(tables, {{Slowdown::thermal, 0.9}}, {});
  EXPECT_EQ(only_line(tables), kSlowNode);
}

TEST(StragglerThrottling, IsLeftOutIfTheMonitorsSawOtherGpusToo) {
  auto tables = tables_with_clocks(1980, 1980);
  set_slowed(tables, {{Slowdown::thermal, 0.9}}, {{Slowdown::thermal, 0}});
  for (auto& run : tables.front().points.front().runs)
    run.gpus.push_back({.device = "n1:GPU-b", .slowed = {{Slowdown::thermal, 0}}});
  EXPECT_EQ(only_line(tables), kSlowNode);
}

}  // namespace
}  // namespace scalegen::losses
