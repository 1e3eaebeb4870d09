#include "analysis/readers/gpu_log.hpp"

#include <gmock/gmock.h>

#include <set>

#include "analysis/measurement/gpu_usage.hpp"
#include "core/files.hpp"
#include "tests/cannot_run.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kEight = 1784016000;  // 2026/07/14 08:00:00 UTC

std::set<std::string> devices_in(const std::vector<GpuSample>& samples) {
  std::set<std::string> devices;
  for (const auto& sample : samples) devices.insert(sample.device);
  return devices;
}

TEST(NvidiaSmi, ReadsTwoInterleavedGpusWithUnits) {
  EXPECT_THAT(
      read_nvidia_smi("timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                      "2026/07/14 08:00:00.000, 0, GPU-a, 97 %, 19818 MiB, 631.95 W\n"
                      "2026/07/14 08:00:00.004, 1, GPU-b, 0 %, 4 MiB, 70.10 W\n"),
      ElementsAre(GpuSample{"GPU-a", kEight, 97, 19818, 631.95},
                  GpuSample{"GPU-b", kEight + 0.004, 0, 4, 70.10}));
}

TEST(NvidiaSmi, ReadsValuesWithoutUnitsAndTheMonitorsOwnFieldsWithoutAHeader) {
  EXPECT_THAT(read_nvidia_smi("2026/07/14 08:00:00.000, 0, GPU-a, 97, 19818, 631.95, 1980\n"),
              ElementsAre(GpuSample{"GPU-a", kEight, 97, 19818, 631.95, 1980}));
}

TEST(NvidiaSmi, TakesWhatTheDriverDoesNotSayForAbsent) {
  EXPECT_THAT(read_nvidia_smi("timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                              "2026/07/14 08:00:00.000, 0, [N/A], N/A, [Not Supported]\n"
                              "2026/07/14 08:00:01.000, 0, [Unknown Error], 3 GiB, 70.10 kW\n"),
              ElementsAre(GpuSample{"0", kEight}, GpuSample{"0", kEight + 1}));
}

TEST(NvidiaSmi, PassesOverRepeatedHeadersAndCutOffLines) {
  EXPECT_THAT(read_nvidia_smi("timestamp, index, power.draw [W]\n"
                              "2026/07/14 08:00:00.000, 0, 70.00 W\n"
                              "timestamp, index, power.draw [W]\n"
                              "2026/07/14 08:00:01.000, 0\n"
                              "2026/07/14 08:00:02.000, 0, 7"),
              ElementsAre(GpuSample{.device = "0", .time = kEight, .power_w = 70}));
}

TEST(NvidiaSmi, DoesNotTrustAColumnThatTwoLinesOfASampleShare) {
  const auto samples = read_nvidia_smi(
      "timestamp,uuid,gpu,index,power.draw\n"
      "2026-07-14T08:00:00Z,[N/A],0, 0, 70\n"
      "2026-07-14T08:00:00Z,[N/A],1, 0, 71\n"
      "2026-07-14T08:00:01Z,[N/A],0, 0, 72\n"
      "2026-07-14T08:00:01Z,[N/A],1, 0, 73\n");
  EXPECT_EQ(devices_in(samples), (std::set<std::string>{"0", "1"}));
  const auto gpus = gpu_usage(samples, {kEight, kEight + 2});
  EXPECT_THAT(gpus, ElementsAre(GpuUsage{.device = "0", .samples = 2, .power_w = 71},
                                GpuUsage{.device = "1", .samples = 2, .power_w = 72}));
}

TEST(NvidiaSmi, OfAnEmptyFileIsNothing) { EXPECT_THAT(read_nvidia_smi(""), IsEmpty()); }

// Logs of real machines, kept beside the source tree and not in it.
class RealMonitor : public testing::Test {
 protected:
  static std::vector<GpuSample> samples_in(const std::string& name) {
    return read_nvidia_smi(read_file(folder() / name).value());
  }
  void SetUp() override {
    if (!std::filesystem::exists(folder())) {
      SCALEGEN_CANNOT_RUN("no samples in " + folder().string() + ": set SCALEGEN_SHARED");
    }
  }

 private:
  static std::filesystem::path folder() {
    const auto* shared = std::getenv("SCALEGEN_SHARED");
    return std::filesystem::path(shared == nullptr ? SCALEGEN_SHARED_DIR : shared) / "samples/gpu-monitor";
  }
};

TEST_F(RealMonitor, OfEightGpusIsReadThoughItsIndexIsWrong) {
  const auto samples = samples_in("gpu_glasses_nvidia_smi.csv");
  EXPECT_EQ(samples.size(), 43);
  EXPECT_EQ(devices_in(samples), (std::set<std::string>{"0", "1", "2", "3", "4", "5", "6", "7"}));
  const auto gpus = gpu_usage(samples, {1757323610, 1757323611});
  EXPECT_EQ(gpus.front(), (GpuUsage{.device = "0", .samples = 1, .peak_memory_mib = 4, .power_w = 74.01}));
  EXPECT_EQ(combine(gpus).samples, 8);
}

TEST_F(RealMonitor, OfAnH100UnderLoadIsRead) {
  EXPECT_THAT(samples_in("cap_linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load__query-gpu.csv"),
              ElementsAre(GpuSample{"GPU-00000000-0000-0000-0000-000000000000", 1784016773.353, 100, 19818,
                                    631.95, 1980}));
}

TEST_F(RealMonitor, OfAPartOfAnH100HasNoUtilisation) {
  EXPECT_THAT(samples_in("cap_linux-x86_64__nvidia-h100-mig__590.48.01__load__query-gpu.csv"),
              ElementsAre(GpuSample{"GPU-00000000-0000-0000-0000-000000000000", 1784019644.579, std::nullopt,
                                    11125, 433.78, 1980}));
}

TEST_F(RealMonitor, OfOtherDriversIsRead) {
  for (const auto* name :
       {"cap_linux-x86_64__nvidia-geforce-rtx-2080-super__595.71.05__idle__query-gpu.csv",
        "cap_linux-x86_64__nvidia-geforce-rtx-2080-super__595.71.05__load__query-gpu.csv",
        "cap_windows-x86_64__nvidia-geforce-rtx-2080-super__610.62__idle__query-gpu.csv"}) {
    const auto samples = samples_in(name);
    ASSERT_EQ(samples.size(), 1) << name;
    EXPECT_TRUE(samples[0].utilisation_percent && samples[0].memory_mib && samples[0].power_w) << name;
  }
}

TEST(Timestamp, OfNvidiaSmiIsUtc) {
  EXPECT_DOUBLE_EQ(parse_timestamp("2026/07/14 08:12:53.353").value(), 1784016773.353);
}

TEST(Timestamp, OfIso8601SubtractsItsOffset) {
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08:00"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T09:26:50Z"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08 05:56:50-0330"), 1757323610.0);
  EXPECT_EQ(parse_timestamp("2025-09-08T17:26:50+08"), 1757323610.0);
}

TEST(Timestamp, OfOtherTextsIsNone) {
  for (const auto* text :
       {"", "[N/A]", "2025-09-08", "2025-13-08T17:26:50", "2025-02-30T17:26:50", "2025-09-08T24:00:00",
        "2025-09-08T17:26:50 CET", "2025-9-8T17:26:50", "2025-09-08T17:26:", "2025-09-08T17:26:50+8"})
    EXPECT_EQ(parse_timestamp(text), std::nullopt) << text;
}

}  // namespace
}  // namespace scalegen
