#include "analysis/measurement/gpu_usage.hpp"

#include <gmock/gmock.h>

#include "core/files.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;

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

TEST(GpuUsage, CountsTheStartOfTheWindowAndNotItsEnd) {
  EXPECT_THAT(usage_of({"10, N/A, N/A", "20, N/A, N/A", "40, N/A, N/A", "90, N/A, N/A"}, 2),
              ElementsAre(GpuUsage{"n1:0", 2, 30}));
}

TEST(GpuUsage, TakesTheMeanOfWhatWasSaidAndThePeakOfMemory) {
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

TEST(GpuUsage, OverAllGpusWeighsEachTheSame) {
  EXPECT_EQ(combine({{"a", 1, 100, 500, 400}, {"b", 9, 50, 900, 300}}), (GpuUsage{"", 10, 75, 900, 350}));
}

TEST(GpuUsage, OverAllGpusHasNoPowerIfOneDoesNotTellIt) {
  EXPECT_EQ(combine({{"a", 1, 100, 500, 400}, {"b", 9, 50, 900}}), (GpuUsage{"", 10, 75, 900}));
}

TEST(GpuUsage, HasTheMedianClock) {
  const auto gpus = usage_in(
      "timestamp, index, clocks.current.sm [MHz]\n2026/07/14 08:00:00.000, 0, 345 MHz\n"
      "2026/07/14 08:00:01.000, 0, 1980 MHz\n2026/07/14 08:00:02.000, 0, 1965 MHz\n"
      "2026/07/14 08:00:03.000, 0, [N/A]\n");
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "n1:0", .samples = 4, .sm_clock_mhz = 1965}));
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

TEST(GpuUsage, HasTheMeanOfTwoMiddleClocks) {
  const auto gpus = usage_in(
      "timestamp, index, clocks.current.sm [MHz]\n2026/07/14 08:00:00.000, 0, 1000 MHz\n"
      "2026/07/14 08:00:01.000, 0, 1900 MHz\n2026/07/14 08:00:02.000, 0, 1200 MHz\n"
      "2026/07/14 08:00:03.000, 0, 300 MHz\n");
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "n1:0", .samples = 4, .sm_clock_mhz = 1100}));
}

}  // namespace
}  // namespace scalegen
