#include "analysis/measurement/gpu_usage.hpp"

#include <gmock/gmock.h>

#include "analysis/readers/gpu_log.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

constexpr double kEight = 1784016000;  // 2026/07/14 08:00:00 UTC

TEST(GpuUsage, CountsTheStartOfTheWindowAndNotItsEnd) {
  const std::vector<GpuSample> samples{{"a", 0.9, 10}, {"a", 1, 20}, {"a", 2, 40}, {"a", 3, 90}};
  EXPECT_THAT(gpu_usage(samples, {1, 3}), ElementsAre(GpuUsage{"a", 2, 30}));
}

TEST(GpuUsage, TakesTheMeanOfWhatWasSaidAndThePeakOfMemory) {
  const std::vector<GpuSample> samples{
      {"a", 0, 10, 500, 100}, {"a", 1, std::nullopt, 700, 300}, {"a", 2, 30, 600}};
  EXPECT_THAT(gpu_usage(samples, {0, 9}), ElementsAre(GpuUsage{"a", 3, 20, 700, 200}));
}

TEST(GpuUsage, SaysOfAGpuThatItDidNothing) {
  const auto is_idle = [](std::vector<GpuSample> samples) {
    return gpu_usage(samples, {0, 9}).front().is_idle;
  };
  EXPECT_TRUE(is_idle({{"a", 0, 0, 3}, {"a", 1, 4, 3}, {"a", 2, 0, 3}}));
  EXPECT_FALSE(is_idle({{"a", 0, 0, 3}, {"a", 1, 5, 3}, {"a", 2, 0, 3}})) << "busy";
  EXPECT_FALSE(is_idle({{"a", 0, 0, 3}, {"a", 1, 0, 400}, {"a", 2, 0, 3}})) << "it has a program's memory";
  EXPECT_FALSE(is_idle({{"a", 0, 0, 3}, {"a", 1, 0, 3}})) << "too few samples";
  EXPECT_FALSE(is_idle({{"a", 0, 0}, {"a", 1, 0}, {"a", 2, 0}})) << "nothing is known of its memory";
}

TEST(GpuUsage, OverAllGpusWeighsEachTheSame) {
  EXPECT_EQ(combine({{"a", 1, 100, 500, 400}, {"b", 9, 50, 900}}), (GpuUsage{"", 10, 75, 900, 400}));
}

TEST(GpuUsage, HasTheMedianClock) {
  const auto gpus = gpu_usage(
      read_nvidia_smi("timestamp, index, clocks.current.sm [MHz]\n2026/07/14 08:00:00.000, 0, 345 MHz\n"
                      "2026/07/14 08:00:01.000, 0, 1980 MHz\n2026/07/14 08:00:02.000, 0, 1965 MHz\n"
                      "2026/07/14 08:00:03.000, 0, [N/A]\n")
          .samples,
      {kEight, kEight + 9});
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "0", .samples = 4, .sm_clock_mhz = 1965}));
}

// Three samples say it; a GPU of which none does has no share at all.
TEST(GpuUsage, HasTheShareOfSamplesInWhichAGpuWasSlowed) {
  const auto gpus = gpu_usage(
      read_nvidia_smi(
          "timestamp, index, clocks_event_reasons.active\n2026/07/14 08:00:00.000, 0, 0x0000000000000004\n"
          "2026/07/14 08:00:00.000, 1, [N/A]\n2026/07/14 08:00:01.000, 0, 0x0000000000000113\n"
          "2026/07/14 08:00:02.000, 0, 0x0000000000000024\n2026/07/14 08:00:03.000, 0, [N/A]\n")
          .samples,
      {kEight, kEight + 9});
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "0",
                                         .samples = 4,
                                         .slowed = {{Slowdown::power_cap, 2.0 / 3},
                                                    {Slowdown::hardware, 0},
                                                    {Slowdown::thermal, 1.0 / 3},
                                                    {Slowdown::hardware_thermal, 0},
                                                    {Slowdown::power_brake, 0}}},
                                GpuUsage{.device = "1", .samples = 1}));
}

}  // namespace
}  // namespace scalegen
