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

std::vector<GpuSample> samples_of(std::string_view text) {
  auto log = read_nvidia_smi(text);
  EXPECT_EQ(log.unusable, "");
  return log.samples;
}

std::set<std::string> devices_in(const std::vector<GpuSample>& samples) {
  std::set<std::string> devices;
  for (const auto& sample : samples) devices.insert(sample.device);
  return devices;
}

TEST(NvidiaSmi, ReadsTwoInterleavedGpusWithUnits) {
  EXPECT_THAT(samples_of("timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                         "2026/07/14 08:00:00.000, 0, GPU-a, 97 %, 19818 MiB, 631.95 W\n"
                         "2026/07/14 08:00:00.004, 1, GPU-b, 0 %, 4 MiB, 70.10 W\n"),
              ElementsAre(GpuSample{"GPU-a", kEight, 97, 19818, 631.95},
                          GpuSample{"GPU-b", kEight + 0.004, 0, 4, 70.10}));
}

TEST(NvidiaSmi, ReadsValuesWithoutUnitsAndTheMonitorsOwnFieldsWithoutAHeader) {
  EXPECT_THAT(samples_of("2026/07/14 08:00:00.000, 0, GPU-a, 97, 19818, 631.95, 1980\n"),
              ElementsAre(GpuSample{"GPU-a", kEight, 97, 19818, 631.95, 1980}));
}

TEST(NvidiaSmi, TakesWhatTheDriverDoesNotSayForAbsent) {
  EXPECT_THAT(samples_of("timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                         "2026/07/14 08:00:00.000, 0, [N/A], N/A, [Not Supported]\n"
                         "2026/07/14 08:00:01.000, 0, [Unknown Error], 3 GiB, 70.10 kW\n"),
              ElementsAre(GpuSample{"0", kEight}, GpuSample{"0", kEight + 1}));
}

// Idle, then heat and a power cap, then what the driver does not say.
TEST(NvidiaSmi, ReadsWhyClocksAreLowByEitherName) {
  for (const std::string name : {"clocks_event_reasons.active", "clocks_throttle_reasons.active"})
    EXPECT_THAT(
        samples_of("timestamp, index, " + name +
                   "\n2026/07/14 08:00:00.000, 0, 0x0000000000000001\n"
                   "2026/07/14 08:00:01.000, 0, 0x0000000000000024\n2026/07/14 08:00:02.000, 0, [N/A]\n"),
        ElementsAre(
            GpuSample{.device = "0", .time = kEight, .slowdowns = std::vector<Slowdown>{}},
            GpuSample{
                .device = "0", .time = kEight + 1, .slowdowns = {{Slowdown::power_cap, Slowdown::thermal}}},
            GpuSample{.device = "0", .time = kEight + 2}));
}

TEST(NvidiaSmi, TakesNoOtherTextForAMask) {
  for (const std::string text : {"0x", "0xG", "4", "0x4 W", "Active", "0x10000000000000000"})
    EXPECT_EQ(read_nvidia_smi("timestamp, index, clocks_event_reasons.active\n2026/07/14 08:00:00.000, 0, " +
                              text + "\n"),
              (GpuLog{.samples = {{.device = "0", .time = kEight}}, .unread_lines = {2}}))
        << text;
}

TEST(NvidiaSmi, PassesOverRepeatedHeadersAndCutOffLines) {
  EXPECT_THAT(samples_of("timestamp, index, power.draw [W]\n"
                         "2026/07/14 08:00:00.000, 0, 70.00 W\n"
                         "timestamp, index, power.draw [W]\n"
                         "2026/07/14 08:00:01.000, 0\n"
                         "2026/07/14 08:00:02.000, 0, 7"),
              ElementsAre(GpuSample{.device = "0", .time = kEight, .power_w = 70}));
}

TEST(NvidiaSmi, DoesNotTrustAColumnThatTwoLinesOfASampleShare) {
  const auto samples = samples_of(
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

TEST(NvidiaSmi, LeavesOutALineThatNamesNoGpu) {
  EXPECT_EQ(
      read_nvidia_smi("timestamp, index, uuid, utilization.gpu [%]\n"
                      "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                      "2026/07/14 08:00:00.004, 1, GPU-b, 10 %\n"
                      "2026/07/14 08:00:01.000, [Unknown Error], [Unknown Error], [Unknown Error]\n"
                      "2026/07/14 08:00:01.004, 1, GPU-b, 30 %\n"),
      (GpuLog{
          .samples = {{"GPU-a", kEight, 90}, {"GPU-b", kEight + 0.004, 10}, {"GPU-b", kEight + 1.004, 30}},
          .unread_lines = {4}}));
}

TEST(NvidiaSmi, CountsALineThatStandsTwiceOnce) {
  EXPECT_EQ(read_nvidia_smi("timestamp, index, uuid, utilization.gpu [%]\n"
                            "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                            "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                            "2026/07/14 08:00:00.000, 1, GPU-b, 10 %\n"
                            "2026/07/14 08:00:00.000, 1, GPU-b, 10 %\n"),
            (GpuLog{.samples = {{"GPU-a", kEight, 90}, {"GPU-b", kEight, 10}}}));
}

TEST(NvidiaSmi, IsNotReadIfNothingTellsGpusApart) {
  EXPECT_EQ(
      read_nvidia_smi("timestamp, utilization.gpu [%]\n"
                      "2026/07/14 08:00:00.000, 90 %\n"
                      "2026/07/14 08:00:00.004, 10 %\n"),
      (GpuLog{.unusable =
                  "no column tells its GPUs apart: uuid, pci.bus_id and index are missing or repeated"}));
  EXPECT_EQ(
      read_nvidia_smi("timestamp, index, utilization.gpu [%]\n"
                      "2026/07/14 08:00:00.000, 0, 90 %\n"
                      "2026/07/14 08:00:00.000, 0, 10 %\n"),
      (GpuLog{.unusable =
                  "no column tells its GPUs apart: uuid, pci.bus_id and index are missing or repeated"}));
}

TEST(NvidiaSmi, FindsAHeaderBehindALineThatWasCutOff) {
  for (const std::string cut : {"2026/07/14 08:00:01.000, 0, 7", "2026/07/14 08:00:01.000, ", "2026/0"})
    EXPECT_EQ(
        read_nvidia_smi("timestamp, index, power.draw [W]\n"
                        "2026/07/14 08:00:00.000, 0, 70.00 W\n" +
                        cut +
                        "timestamp, index, utilization.gpu [%], power.draw [W]\n"
                        "2026/07/14 08:00:02.000, 0, 90 %, 72.00 W\n"),
        (GpuLog{.samples = {{.device = "0", .time = kEight, .power_w = 70},
                            {.device = "0", .time = kEight + 2, .utilisation_percent = 90, .power_w = 72}}}))
        << cut;
}

TEST(NvidiaSmi, IsNotReadIfItsUnitsContradictItsColumns) {
  EXPECT_EQ(
      read_nvidia_smi("2026/07/14 08:00:00.000, 0, GPU-a, 2 MiB, 97 %, 70.00 W, 1980 MHz\n"),
      (GpuLog{.unusable = "its values are not in the order of its columns: utilization.gpu is '2 MiB'"}));
  EXPECT_EQ(read_nvidia_smi("timestamp, index, utilization.gpu [MiB], memory.used [%]\n"
                            "2026/07/14 08:00:00.000, 0, 2, 97\n"),
            (GpuLog{.unusable = "its column 'utilization.gpu [MiB]' is not in %"}));
}

TEST(NvidiaSmi, TakesNoFigureThatNoGpuHas) {
  EXPECT_EQ(read_nvidia_smi("timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                            "2026/07/14 08:00:00.000, 0, -50 %, 4 MiB, 70.00 W\n"
                            "2026/07/14 08:00:01.000, 0, 5200000 %, 4 MiB, 70.00 W\n"
                            "2026/07/14 08:00:02.000, 0, 100 %, 4 MiB, e300 W\n"
                            "2026/07/14 08:00:03.000, 0, 100 %, 4 MiB, 1e300 W\n"
                            "2026/07/14 08:00:04.000, 0, 100 %, 4 MiB, 7.0.0 W\n"
                            "2026/07/14 08:00:05.000, 0, 100 %, 4 MiB, ERR!\n"),
            (GpuLog{.samples = {{"0", kEight, std::nullopt, 4, 70},
                                {"0", kEight + 1, std::nullopt, 4, 70},
                                {"0", kEight + 2, 100, 4},
                                {"0", kEight + 3, 100, 4},
                                {"0", kEight + 4, 100, 4},
                                {"0", kEight + 5, 100, 4}},
                    .unread_lines = {2, 3, 4, 5, 6}}));
}

std::string reason_against(std::string_view text) {
  const auto log = read_nvidia_smi(text);
  EXPECT_THAT(log.samples, IsEmpty());
  return log.unusable;
}

TEST(NvidiaSmi, SaysWhyAFileHasNoSamples) {
  EXPECT_EQ(reason_against(""), "it is empty");
  EXPECT_EQ(reason_against("\xFF\xFEt\0i\0"), "it is UTF-16, not UTF-8");
  EXPECT_EQ(reason_against("timestamp, index, utilization.gpu [%]\n"), "it has a header and no sample");
  EXPECT_EQ(reason_against("NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver.\n"),
            "its first line is no header of nvidia-smi: 'NVIDIA-SMI has failed because it couldn't "
            "communicate with "
            "the NVIDIA driver.'");
  EXPECT_EQ(
      reason_against("Field \"clocks.sm\" is not a valid field to query.\n\n"),
      "its first line is no header of nvidia-smi: 'Field \"clocks.sm\" is not a valid field to query.'");
  EXPECT_EQ(reason_against("time, gpu, util\n2026/07/14 08:00:00.000, 0, 90 %\n"),
            "its first line is no header of nvidia-smi: 'time, gpu, util'");
  EXPECT_EQ(reason_against("timestamp, index, util\n2026/07/14 08:00:00.000, 0, 90 %\n"),
            "none of its columns is utilization.gpu, memory.used, power.draw, clocks.current.sm or "
            "clocks_event_reasons.active");
  EXPECT_EQ(reason_against("timestamp, index, utilization.gpu [%]\n1784016000.5, 0, 90 %\n"),
            "'1784016000.5' is no time as nvidia-smi writes it, such as '2026/07/14 08:12:53.353'");
  EXPECT_EQ(reason_against("timestamp, index, power.draw [W]\nUnable to determine the device handle\n"),
            "no line has the columns of its header: 'Unable to determine the device handle'");
}

// Logs of real machines, kept beside the source tree and not in it.
class RealMonitor : public testing::Test {
 protected:
  static std::vector<GpuSample> samples_in(const std::string& name) {
    return samples_of(read_file(folder() / name).value());
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
                                    631.95, 1980, std::vector<Slowdown>{}}));
}

TEST_F(RealMonitor, OfAPartOfAnH100HasNoUtilisation) {
  EXPECT_THAT(samples_in("cap_linux-x86_64__nvidia-h100-mig__590.48.01__load__query-gpu.csv"),
              ElementsAre(GpuSample{"GPU-00000000-0000-0000-0000-000000000000", 1784019644.579, std::nullopt,
                                    11125, 433.78, 1980, std::vector<Slowdown>{}}));
}

TEST_F(RealMonitor, OfOtherDriversIsRead) {
  const std::vector<Slowdown> none;
  for (const auto& [name, slowdowns] :
       {std::pair("cap_linux-x86_64__nvidia-geforce-rtx-2080-super__595.71.05__idle__query-gpu.csv",
                  std::vector{Slowdown::power_cap}),
        std::pair("cap_linux-x86_64__nvidia-geforce-rtx-2080-super__595.71.05__load__query-gpu.csv", none),
        std::pair("cap_windows-x86_64__nvidia-geforce-rtx-2080-super__610.62__idle__query-gpu.csv", none)}) {
    const auto samples = samples_in(name);
    ASSERT_EQ(samples.size(), 1) << name;
    EXPECT_TRUE(samples[0].utilisation_percent && samples[0].memory_mib && samples[0].power_w) << name;
    EXPECT_EQ(samples[0].slowdowns, slowdowns) << name;
  }
}

}  // namespace
}  // namespace scalegen
