#include "analysis/measurement/machine_load.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

Run run_on(int ranks) {
  return {.rung = {.name = "cpus", .ranks_per_node = ranks}, .resources = {.cpus_per_task = 1}};
}

/// Ten seconds of two cores: in busy ticks of each.
NodeLog two_cores(std::int64_t first, std::int64_t second, std::optional<std::int64_t> own) {
  NodeLog log{.host = "n1", .begin = {.time = 100}, .end = {.time = 110}, .own_ticks = own};
  log.begin.cores = {{0, {}}, {1, {}}};
  log.end.cores = {{0, {.busy = first, .idle = 1000 - first, .all = 1000}},
                   {1, {.busy = second, .idle = 1000 - second, .all = 1000}}};
  return log;
}

Placement on_cores(const std::vector<int>& cores) {
  Placement placement;
  for (const int core : cores) placement.tasks.push_back({.host = "n1", .cores = {core}});
  return placement;
}

TEST(MachineLoad, IsWhatOthersUsedOfTheCoresOfTheRun) {
  const auto load = machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), two_cores(1000, 900, 1280));
  ASSERT_TRUE(load);
  EXPECT_DOUBLE_EQ(load->others.value(), 0.31);
  EXPECT_DOUBLE_EQ(load->idle, 0.05);
  EXPECT_TRUE(is_disturbed(*load));
}

TEST(MachineLoad, LeavesOutCoresThatARunMayNotUse) {
  const auto load = machine_load(run_on(1), Start::each_rank, on_cores({0}), two_cores(990, 1000, 980));
  ASSERT_TRUE(load);
  EXPECT_DOUBLE_EQ(load->others.value(), 0.01);
  EXPECT_FALSE(is_disturbed(*load));
}

TEST(MachineLoad, IsNoDisturbanceOnCoresThatTheRunLeftIdle) {
  const auto load = machine_load(run_on(1), Start::each_rank, on_cores({0, 1}), two_cores(1000, 300, 900));
  ASSERT_TRUE(load);
  EXPECT_DOUBLE_EQ(load->others.value(), 0.2);
  EXPECT_FALSE(is_disturbed(*load));
}

TEST(MachineLoad, ClaimsNothingOfOthersIfItsOwnTimeIsNotKnown) {
  const auto load =
      machine_load(run_on(2), Start::once, on_cores({0, 1}), two_cores(1000, 1000, std::nullopt));
  ASSERT_TRUE(load);
  EXPECT_FALSE(load->others);
  EXPECT_FALSE(is_disturbed(*load));
}

TEST(MachineLoad, NeverTakesTooMuchOwnTimeForAMistake) {  // tasks of other nodes end later
  EXPECT_EQ(machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), two_cores(900, 900, 1900))->others,
            0);
}

TEST(MachineLoad, OfLessThanTwoSecondsIsTooShortToTell) {
  auto log = two_cores(1000, 900, 1280);
  log.end.time = 101.9;
  EXPECT_FALSE(is_disturbed(*machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), log)));
}

TEST(MachineLoad, SeesTheftQuotaAndHeat) {
  auto log = two_cores(800, 800, 1600);
  log.end.cores[0].stolen = 150;
  log.begin.seconds_throttled = 3;
  log.end.seconds_throttled = 4;
  log.begin.heat_events = 5;
  log.end.heat_events = 6;
  const auto load = *machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), log);
  EXPECT_DOUBLE_EQ(load.stolen, 0.075);
  EXPECT_DOUBLE_EQ(load.throttled.value(), 0.1);
  EXPECT_EQ(load.heat_events, 1);
  EXPECT_TRUE(is_stolen_from(load) && is_throttled(load) && is_slowed_by_heat(load));
}

TEST(MachineLoad, IsNoneWithoutCounts) {
  EXPECT_FALSE(machine_load(run_on(2), Start::each_rank, on_cores({0}), std::nullopt));
  EXPECT_FALSE(machine_load(run_on(2), Start::each_rank, on_cores({0}), NodeLog{.host = "n1"}));
  EXPECT_FALSE(machine_load(run_on(2), Start::each_rank, on_cores({7}), two_cores(1, 1, 1)));
}

}  // namespace
}  // namespace scalegen
