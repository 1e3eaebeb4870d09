#include <gmock/gmock.h>

#include "analysis/measurement/gpu_usage.hpp"
#include "analysis/measurement/machine_load.hpp"
#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

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
  struct Case {
    std::string name{};
    int ranks = 2;
    std::vector<int> cores{0, 1};
    NodeLog log{};
    std::optional<double> others{};
    bool is_disturbed = false;
  };
  for (const auto& [name, ranks, cores, log, others, disturbed] : std::vector<Case>{
           {"others on its cores", 2, {0, 1}, two_cores(1000, 900, 1280), 0.31, true},
           {"others on a core that it may not use", 1, {0}, two_cores(990, 1000, 980), 0.01},
           {"others on a core that it left idle", 1, {0, 1}, two_cores(1000, 300, 900), 0.2},
           {"its own time is not known", 2, {0, 1}, two_cores(1000, 1000, std::nullopt), std::nullopt},
           {"tasks of other nodes end later", 2, {0, 1}, two_cores(900, 900, 1900), 0}}) {
    const auto start = log.own_ticks ? Start::each_rank : Start::once;
    const auto load = machine_load(run_on(ranks), start, on_cores(cores), log);
    ASSERT_TRUE(load) << name;
    ASSERT_EQ(load->others.has_value(), others.has_value()) << name;
    if (others) {
      EXPECT_DOUBLE_EQ(*load->others, *others) << name;
    }
    EXPECT_EQ(is_disturbed(*load), disturbed) << name;
  }
  EXPECT_DOUBLE_EQ(
      machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), two_cores(1000, 900, 1280))->idle, 0.05);
}

/// So many ticks of one core, all of them busy.
NodeLog one_core(std::int64_t ticks, std::int64_t own) {
  NodeLog log{.host = "n1", .begin = {.time = 100, .own_ticks = 0}, .own_ticks = own};
  log.end.time = 100 + static_cast<double>(ticks) / 100;
  log.begin.cores = {{0, {}}};
  log.end.cores = {{0, {.busy = ticks, .all = ticks}}};
  return log;
}

MachineLoad load_of(const NodeLog& log) {
  return machine_load(run_on(1), Start::each_rank, on_cores({0}), log).value();
}

TEST(MachineLoad, OfLessThanTwentyTicksIsTooShortToTell) {
  EXPECT_FALSE(is_long_enough(load_of(one_core(19, 0))));
  EXPECT_FALSE(is_disturbed(load_of(one_core(19, 0))));
  EXPECT_TRUE(is_long_enough(load_of(one_core(20, 0))));
  EXPECT_TRUE(is_disturbed(load_of(one_core(20, 0))));
  const auto of_two = machine_load(run_on(2), Start::each_rank, on_cores({0, 1}), two_cores(30, 30, 30));
  EXPECT_EQ(of_two->ticks, 1000) << "of each core, not of both";
}

TEST(MachineLoad, AllowsForATickOfEachCoreProcessTheftAndTheStartOfALauncher) {
  EXPECT_DOUBLE_EQ(load_of(one_core(20, 16)).others_error, 0.15) << "the core, the rank and the script";
  EXPECT_FALSE(is_disturbed(load_of(one_core(20, 17))));
  EXPECT_TRUE(is_disturbed(load_of(one_core(20, 16))));
  EXPECT_FALSE(is_disturbed(load_of(one_core(1000, 948))));
  EXPECT_TRUE(is_disturbed(load_of(one_core(1000, 946))));
  // Under Slurm tasks alone say what they used.
  auto log = one_core(50, 36);
  EXPECT_TRUE(is_disturbed(load_of(log)));
  log.begin.own_ticks.reset();
  EXPECT_FALSE(is_disturbed(load_of(log)));
  log.own_ticks = 35;
  EXPECT_TRUE(is_disturbed(load_of(log)));
  log = one_core(20, 20);
  log.end.cores[0].stolen = 1;
  EXPECT_FALSE(is_stolen_from(load_of(log)));
  log.end.cores[0].stolen = 2;
  EXPECT_TRUE(is_stolen_from(load_of(log)));
}

TEST(MachineLoad, OfLessThanTwoSecondsSaysNothingOfTheWholeNode) {
  EXPECT_FALSE(load_of(one_core(199, 0)).others_on_node);
  EXPECT_EQ(load_of(one_core(200, 0)).others_on_node, 1);
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

constexpr double kEight = 1784016000;  // 2026/07/14 08:00:00 UTC

std::vector<GpuUsage> usage_in(const std::string& text, double seconds = 9) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / "gpu.n1.csv", text));
  return read_gpu_usage(list_attempt(folder.path()), {kEight, kEight + seconds}).gpus;
}

// Samples of GPU 0, a second apart from 07:59:59 on.
std::vector<GpuUsage> usage_of(const std::vector<std::string>& rows, double seconds = 9) {
  std::string text = "timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W]\n";
  int second = -1;
  for (const auto& row : rows)
    text +=
        (second < 0 ? "2026/07/14 07:59:59.900" : "2026/07/14 08:00:0" + std::to_string(second) + ".000") +
        ", 0, " + row + "\n",
        ++second;
  return usage_in(text, seconds);
}

TEST(GpuUsage, TakesTheMeanOfWhatWasSaidInTheWindowWithoutItsEndAndThePeakOfMemory) {
  EXPECT_THAT(usage_of({"10, N/A, N/A", "20, N/A, N/A", "40, N/A, N/A", "90, N/A, N/A"}, 2),
              ElementsAre(GpuUsage{"n1:0", 2, 30}));
  EXPECT_THAT(usage_of({"99, 9, 9", "10, 500, 100", "[N/A], 700, 300", "30, 600, [N/A]"}),
              ElementsAre(GpuUsage{"n1:0", 3, 20, 700, 200}));
}

TEST(GpuUsage, SaysOfAGpuThatItDidNothing) {
  const auto is_idle = [](std::vector<std::string> rows) {
    rows.insert(rows.begin(), "99, 9, 9");
    return usage_of(rows).front().is_idle;
  };
  EXPECT_TRUE(is_idle({"0, 3, 9", "4, 3, 9", "0, 3, 9"}));
  EXPECT_FALSE(is_idle({"0, 3, 9", "5, 3, 9", "0, 3, 9"})) << "busy";
  EXPECT_FALSE(is_idle({"0, 3, 9", "0, 400, 9", "0, 3, 9"})) << "it has a program's memory";
  EXPECT_FALSE(is_idle({"0, 3, 9", "0, 3, 9"})) << "too few samples";
  EXPECT_FALSE(is_idle({"0, N/A, 9", "0, N/A, 9", "0, N/A, 9"})) << "nothing is known of its memory";
}

TEST(GpuUsage, OverAllGpusWeighsEachTheSameAndHasNoPowerIfOneDoesNotTellIt) {
  EXPECT_EQ(combine({{"a", 1, 100, 500, 400}, {"b", 9, 50, 900, 300}}), (GpuUsage{"", 10, 75, 900, 350}));
  EXPECT_EQ(combine({{"a", 1, 100, 500, 400}, {"b", 9, 50, 900}}), (GpuUsage{"", 10, 75, 900}));
}

TEST(GpuUsage, HasTheMedianClock) {
  const auto of_clocks = [](const std::vector<std::string>& clocks) {
    std::string text = "timestamp, index, clocks.current.sm [MHz]\n";
    for (std::size_t second = 0; second < clocks.size(); ++second)
      text += "2026/07/14 08:00:0" + std::to_string(second) + ".000, 0, " + clocks[second] + "\n";
    return usage_in(text);
  };
  EXPECT_THAT(of_clocks({"345 MHz", "1980 MHz", "1965 MHz", "[N/A]"}),
              ElementsAre(GpuUsage{.device = "n1:0", .samples = 4, .sm_clock_mhz = 1965}));
  EXPECT_THAT(of_clocks({"1000 MHz", "1900 MHz", "1200 MHz", "300 MHz"}),
              ElementsAre(GpuUsage{.device = "n1:0", .samples = 4, .sm_clock_mhz = 1100}));
}

// Three samples say it; a GPU of which none does has no share at all.
TEST(GpuUsage, HasTheShareOfSamplesInWhichAGpuWasSlowed) {
  const auto gpus = usage_in(
      "timestamp, index, clocks_event_reasons.active\n2026/07/14 08:00:00.000, 0, 0x0000000000000004\n"
      "2026/07/14 08:00:00.000, 1, [N/A]\n2026/07/14 08:00:01.000, 0, 0x0000000000000113\n"
      "2026/07/14 08:00:02.000, 0, 0x0000000000000024\n2026/07/14 08:00:03.000, 0, [N/A]\n");
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "n1:0",
                                         .samples = 4,
                                         .slowed = {{Slowdown::power_cap, 2.0 / 3},
                                                    {Slowdown::hardware, 0},
                                                    {Slowdown::thermal, 1.0 / 3},
                                                    {Slowdown::hardware_thermal, 0},
                                                    {Slowdown::power_brake, 0}}},
                                GpuUsage{.device = "n1:1", .samples = 1}));
}

// The first line's driver did not say the uuid, which all others have: both are GPU 0, and one by its index.
TEST(GpuUsage, IsOfADeviceThoughALineNamesItOtherwise) {
  const auto gpus = usage_in(
      "timestamp, index, uuid, power.draw [W]\n2026/07/14 08:00:00.000, 0, [Unknown Error], 100 W\n"
      "2026/07/14 08:00:00.000, 1, GPU-b, 300 W\n2026/07/14 08:00:01.000, 0, GPU-a, 200 W\n"
      "2026/07/14 08:00:01.000, 1, GPU-b, 300 W\n");
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "n1:0", .samples = 2, .power_w = 150},
                                GpuUsage{.device = "n1:1", .samples = 2, .power_w = 300}));
}

}  // namespace
}  // namespace scalegen
