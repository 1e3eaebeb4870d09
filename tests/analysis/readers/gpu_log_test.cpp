#include "analysis/readers/gpu_log.hpp"

#include <gmock/gmock.h>

#include <set>

#include "analysis/measurement/gpu_usage.hpp"
#include "core/files.hpp"
#include "tests/cannot_run.hpp"
#include "tests/temporary_folder.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr double kEight = 1784016000;  // 2026/07/14 08:00:00 UTC

/// A file's samples with their devices, and what is wrong with it.
struct WholeLog {
  std::vector<GpuSample> samples{};
  std::string unusable{};
  int unread_lines = 0;
  int first_unread = 0;
  bool operator==(const WholeLog&) const = default;
};

void PrintTo(const WholeLog& log, std::ostream* out) {
  *out << log.samples.size() << " samples, '" << log.unusable << "', " << log.unread_lines
       << " unread, first " << log.first_unread;
}

WholeLog read_log(const std::filesystem::path& file) {
  std::vector<std::pair<std::size_t, GpuSample>> taken;
  const auto log = read_gpu_log(
      file, [&](std::size_t gpu, GpuSample&& sample) { taken.emplace_back(gpu, std::move(sample)); });
  WholeLog whole{{}, log.value().unusable, log->unread_lines, log->first_unread};
  for (auto& [gpu, sample] : taken) {
    if (!log->unusable.empty() || log->devices[gpu].empty()) continue;
    sample.device = log->devices[gpu];
    whole.samples.push_back(std::move(sample));
  }
  return whole;
}

WholeLog read_log_text(std::string_view text) {
  const TemporaryFolder folder;
  const auto file = folder.path() / "gpu.n1.csv";
  EXPECT_TRUE(write_file(file, text));
  return read_log(file);
}

std::vector<GpuUsage> usage_in(std::string_view text, const TimeSpan& window, const std::string& name) {
  const TemporaryFolder folder;
  EXPECT_TRUE(write_file(folder.path() / name, text));
  return read_gpu_usage(list_attempt(folder.path()), window).gpus;
}

std::vector<GpuSample> samples_of(std::string_view text) {
  auto log = read_log_text(text);
  EXPECT_EQ(log.unusable, "");
  return log.samples;
}

std::set<std::string> devices_in(const std::vector<GpuSample>& samples) {
  std::set<std::string> devices;
  for (const auto& sample : samples) devices.insert(sample.device);
  return devices;
}

TEST(NvidiaSmi, ReadsTwoInterleavedGpusWithUnitsAndTheMonitorsOwnFieldsWithout) {
  EXPECT_THAT(samples_of("timestamp, index, uuid, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                         "2026/07/14 08:00:00.000, 0, GPU-a, 97 %, 19818 MiB, 631.95 W\n"
                         "2026/07/14 08:00:00.004, 1, GPU-b, 0 %, 4 MiB, 70.10 W\n"),
              ElementsAre(GpuSample{"GPU-a", kEight, 97, 19818, 631.95},
                          GpuSample{"GPU-b", kEight + 0.004, 0, 4, 70.10}));
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
    EXPECT_EQ(read_log_text("timestamp, index, clocks_event_reasons.active\n2026/07/14 08:00:00.000, 0, " +
                            text + "\n"),
              (WholeLog{.samples = {{.device = "0", .time = kEight}}, .unread_lines = 1, .first_unread = 2}))
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
  const std::string text =
      "timestamp,uuid,gpu,index,power.draw\n"
      "2026-07-14T08:00:00Z,[N/A],0, 0, 70\n"
      "2026-07-14T08:00:00Z,[N/A],1, 0, 71\n"
      "2026-07-14T08:00:01Z,[N/A],0, 0, 72\n"
      "2026-07-14T08:00:01Z,[N/A],1, 0, 73\n";
  EXPECT_EQ(devices_in(samples_of(text)), (std::set<std::string>{"0", "1"}));
  EXPECT_THAT(usage_in(text, {kEight, kEight + 2}, "gpu.n1.csv"),
              ElementsAre(GpuUsage{.device = "n1:0", .samples = 2, .power_w = 71},
                          GpuUsage{.device = "n1:1", .samples = 2, .power_w = 72}));
}

TEST(NvidiaSmi, LeavesOutALineThatNamesNoGpu) {
  EXPECT_EQ(
      read_log_text("timestamp, index, uuid, utilization.gpu [%]\n"
                    "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                    "2026/07/14 08:00:00.004, 1, GPU-b, 10 %\n"
                    "2026/07/14 08:00:01.000, [Unknown Error], [Unknown Error], [Unknown Error]\n"
                    "2026/07/14 08:00:01.004, 1, GPU-b, 30 %\n"),
      (WholeLog{
          .samples = {{"GPU-a", kEight, 90}, {"GPU-b", kEight + 0.004, 10}, {"GPU-b", kEight + 1.004, 30}},
          .unread_lines = 1,
          .first_unread = 4}));
}

TEST(NvidiaSmi, CountsALineThatStandsTwiceOnce) {
  EXPECT_EQ(read_log_text("timestamp, index, uuid, utilization.gpu [%]\n"
                          "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                          "2026/07/14 08:00:00.000, 0, GPU-a, 90 %\n"
                          "2026/07/14 08:00:00.000, 1, GPU-b, 10 %\n"
                          "2026/07/14 08:00:00.000, 1, GPU-b, 10 %\n"),
            (WholeLog{.samples = {{"GPU-a", kEight, 90}, {"GPU-b", kEight, 10}}}));
}

constexpr const char* kNoIdentity =
    "no column tells its GPUs apart: uuid, pci.bus_id and index are missing or repeated";

TEST(NvidiaSmi, IsNotReadIfNothingTellsGpusApart) {
  EXPECT_EQ(read_log_text("timestamp, utilization.gpu [%]\n"
                          "2026/07/14 08:00:00.000, 90 %\n2026/07/14 08:00:00.004, 10 %\n"),
            (WholeLog{.unusable = kNoIdentity}));
  EXPECT_EQ(read_log_text("timestamp, index, utilization.gpu [%]\n"
                          "2026/07/14 08:00:00.000, 0, 90 %\n2026/07/14 08:00:00.000, 0, 10 %\n"),
            (WholeLog{.unusable = kNoIdentity}));
}

TEST(NvidiaSmi, FindsAHeaderBehindALineThatWasCutOff) {
  for (const std::string cut : {"2026/07/14 08:00:01.000, 0, 7", "2026/07/14 08:00:01.000, ", "2026/0"})
    EXPECT_EQ(
        read_log_text("timestamp, index, power.draw [W]\n"
                      "2026/07/14 08:00:00.000, 0, 70.00 W\n" +
                      cut +
                      "timestamp, index, utilization.gpu [%], power.draw [W]\n"
                      "2026/07/14 08:00:02.000, 0, 90 %, 72.00 W\n"),
        (WholeLog{
            .samples = {{.device = "0", .time = kEight, .power_w = 70},
                        {.device = "0", .time = kEight + 2, .utilisation_percent = 90, .power_w = 72}}}))
        << cut;
}

TEST(NvidiaSmi, IsNotReadIfItsUnitsContradictItsColumns) {
  EXPECT_EQ(
      read_log_text("2026/07/14 08:00:00.000, 0, GPU-a, 2 MiB, 97 %, 70.00 W, 1980 MHz\n"),
      (WholeLog{.unusable = "its values are not in the order of its columns: utilization.gpu is '2 MiB'"}));
  EXPECT_EQ(read_log_text("timestamp, index, utilization.gpu [MiB], memory.used [%]\n"
                          "2026/07/14 08:00:00.000, 0, 2, 97\n"),
            (WholeLog{.unusable = "its column 'utilization.gpu [MiB]' is not in %"}));
}

TEST(NvidiaSmi, TakesNoFigureThatNoGpuHas) {
  EXPECT_EQ(read_log_text("timestamp, index, utilization.gpu [%], memory.used [MiB], power.draw [W]\n"
                          "2026/07/14 08:00:00.000, 0, -50 %, 4 MiB, 70.00 W\n"
                          "2026/07/14 08:00:01.000, 0, 5200000 %, 4 MiB, 70.00 W\n"
                          "2026/07/14 08:00:02.000, 0, 100 %, 4 MiB, e300 W\n"
                          "2026/07/14 08:00:03.000, 0, 100 %, 4 MiB, 1e300 W\n"
                          "2026/07/14 08:00:04.000, 0, 100 %, 4 MiB, 7.0.0 W\n"
                          "2026/07/14 08:00:05.000, 0, 100 %, 4 MiB, ERR!\n"),
            (WholeLog{.samples = {{"0", kEight, std::nullopt, 4, 70},
                                  {"0", kEight + 1, std::nullopt, 4, 70},
                                  {"0", kEight + 2, 100, 4},
                                  {"0", kEight + 3, 100, 4},
                                  {"0", kEight + 4, 100, 4},
                                  {"0", kEight + 5, 100, 4}},
                      .unread_lines = 5,
                      .first_unread = 2}));
}

std::string reason_against(std::string_view text) {
  const auto log = read_log_text(text);
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

TEST(NvidiaSmi, IsOfOneGpuIfItNamesNoneAndItsTimesAreEvenlyApart) {
  EXPECT_THAT(samples_of("timestamp, name, utilization.gpu [%]\n"
                         "2026/07/14 08:00:00.000, NVIDIA H100, 90 %\n"
                         "2026/07/14 08:00:01.003, NVIDIA H100, 91 %\n"
                         "2026/07/14 08:00:01.990, NVIDIA H100, 92 %\n"
                         "2026/07/14 08:00:03.010, NVIDIA H100, 93 %\n"
                         "2026/07/14 08:00:04.000, NVIDIA H100, 94 %\n"),
              ElementsAre(GpuSample{"only", kEight, 90}, GpuSample{"only", kEight + 1.003, 91},
                          GpuSample{"only", kEight + 1.99, 92}, GpuSample{"only", kEight + 3.01, 93},
                          GpuSample{"only", kEight + 4, 94}));
}

TEST(NvidiaSmi, IsNotOfOneGpuIfATimeRepeatsOrLinesAreNearEachOther) {
  const std::string header = "timestamp, name, utilization.gpu [%]\n";
  EXPECT_EQ(reason_against(header + "2026/07/14 08:00:00.000, A, 90 %\n2026/07/14 08:00:01.000, A, 9 %\n"
                                    "2026/07/14 08:00:01.000, A, 80 %\n"),
            kNoIdentity);
  EXPECT_EQ(reason_against(header + "2026/07/14 08:00:00.000, A, 90 %\n2026/07/14 08:00:00.300, A, 9 %\n"
                                    "2026/07/14 08:00:01.000, A, 90 %\n2026/07/14 08:00:01.300, A, 9 %\n"),
            kNoIdentity);
  EXPECT_EQ(reason_against(header + "2026/07/14 08:00:01.000, A, 90 %\n2026/07/14 08:00:00.000, A, 9 %\n"),
            kNoIdentity);
}

TEST(NvidiaSmi, IsNotReadIfItNamesMoreGpusThanANodeHas) {
  std::string text = "timestamp, index, utilization.gpu [%]\n";
  for (int i = 0; i < 257; ++i) text += "2026/07/14 08:00:00.000, " + std::to_string(i) + ", 90 %\n";
  EXPECT_EQ(reason_against(text), "it names more than 256 GPUs");
}

TEST(NvidiaSmi, PassesOverALineWithoutAnEnd) {
  EXPECT_EQ(read_log_text("timestamp, index, power.draw [W]\n2026/07/14 08:00:00.000, 0, 70.00 W\n" +
                          std::string(1 << 20, 'x') + "\n2026/07/14 08:00:01.000, 0, 71.00 W\n"),
            (WholeLog{.samples = {{.device = "0", .time = kEight, .power_w = 70},
                                  {.device = "0", .time = kEight + 1, .power_w = 71}},
                      .unread_lines = 1,
                      .first_unread = 3}));
}

// The forms are those of rocm-smi and amd-smi; the figures are made up.
TEST(RocmSmi, ReadsItsTablesBehindTheirTimesAndTheSameLineOfEach) {
  EXPECT_THAT(
      samples_of(
          "time,1784016000.250000000\n"
          "WARNING: AMD GPU device(s) is/are in a low-power state. Check power control/runtime_status\n"
          "\n"
          "device,Device Name,Device ID,Unique ID,sclk clock speed:,sclk clock level:,Current Socket "
          "Graphics Package Power (W),GPU use (%),GFX Activity,VRAM Total Memory (B),VRAM Total Used "
          "Memory (B)\n"
          "card0,AMD Instinct MI300X,0x74a1,0xaa,(1700Mhz),1,412.0,97,5,206141652992,2147483648\n"
          "card1,AMD Instinct MI300X,0x74a1,0xbb,(131Mhz),0,N/A,0,5,206141652992,N/A\n"),
      ElementsAre(GpuSample{"0xaa", kEight + 0.25, 97, 2048, 412, 1700},
                  GpuSample{"0xbb", kEight + 0.25, 0, std::nullopt, std::nullopt, 131}));
  EXPECT_THAT(
      samples_of("time,1784016000\ndevice,GPU use (%),GPU memory use (%)\ncard0,97,3\n"
                 "time,1784016001\ndevice,GPU use (%),GPU memory use (%)\ncard0,97,3\ntime,1784016002\n"),
      ElementsAre(GpuSample{"card0", kEight, 97}, GpuSample{"card0", kEight + 1, 97}));
}

TEST(RocmSmi, SaysWhyAFileHasNoSamples) {
  EXPECT_EQ(reason_against("time,1784016000\ntime,1784016001\n"), "it has times and no table of rocm-smi");
  EXPECT_EQ(reason_against("time,1784016000\ndevice,Fan speed (%)\ncard0,3\n"),
            "none of its columns is utilization.gpu, memory.used, power.draw, clocks.current.sm or "
            "clocks_event_reasons.active");
}

// The power of each GPU in rows "card,power,model" of one table.
std::vector<std::optional<double>> power_of(const std::vector<std::string>& rows, bool says_model = true) {
  std::string text = "time,1784016000\ndevice,Average Graphics Package Power (W),GPU use (%)";
  text += says_model ? ",GPU ID\n" : "\n";
  for (std::size_t i = 0; i < rows.size(); ++i) text += "card" + std::to_string(i) + "," + rows[i] + "\n";
  std::vector<std::optional<double>> power;
  for (const auto& sample : samples_of(text)) power.push_back(sample.power_w);
  return power;
}

constexpr auto kUnknown = std::nullopt;

TEST(RocmSmi, SharesThePowerOfAPackageBetweenTheDiesThatItSees) {
  EXPECT_THAT(power_of({"500.0,97,0x7408", "N/A (Secondary die),97,0x7408", "300.0,50,0x7408",
                        "N/A (Secondary die),50,0x7408"}),
              ElementsAre(250, 250, 150, 150));
  EXPECT_THAT(power_of({"500.0,97,0x740c", "0.0,97,0x740c"}), ElementsAre(250, 250));
  EXPECT_THAT(power_of({"500.0,97", "N/A (Secondary die),97"}, false), ElementsAre(250, 250));
  EXPECT_THAT(power_of({"500.0,97,0x7408"}), ElementsAre(kUnknown));
  EXPECT_THAT(power_of({"N/A (Secondary die),97,0x7408"}), ElementsAre(kUnknown));
  EXPECT_THAT(power_of({"500.0,97,0x7408", "400.0,97,0x7408"}), ElementsAre(kUnknown, kUnknown));
  EXPECT_THAT(power_of({"N/A (Secondary die),97,0x7408", "500.0,97,0x7408"}),
              ElementsAre(kUnknown, kUnknown));
  EXPECT_THAT(power_of({"500.0,97"}, false), ElementsAre(kUnknown)) << "of an unknown model";
  EXPECT_THAT(power_of({"300.0,97,0x740f"}), ElementsAre(300));
  EXPECT_THAT(power_of({"300.0,97,0x740f", "0.0,97,0x740f"}), ElementsAre(300, kUnknown));
  EXPECT_THAT(power_of({"300.0,97", "200.0,97"}, false), ElementsAre(300, 200));
}

TEST(RocmSmi, IsOfTheRunsUsage) {
  EXPECT_THAT(usage_in("time,1784016000\ndevice,GPU use (%),VRAM Total Used Memory (B)\ncard0,90,1048576\n"
                       "time,1784016001\ndevice,GPU use (%),VRAM Total Used Memory (B)\ncard0,70,2097152\n"
                       "time,1784016009\ndevice,GPU use (%),VRAM Total Used Memory (B)\ncard0,0,9097152\n",
                       {kEight, kEight + 9}, "rocm.n1.csv"),
              ElementsAre(GpuUsage{"n1:card0", 2, 80, 2}));
}

// In whole seconds, so that a GPU may come twice in one of them.
TEST(AmdSmi, ReadsBothOfItsTables) {
  EXPECT_THAT(
      samples_of("timestamp,gpu,xcp,power_usage,gfx_clk,gfx,mem,vram_used,vram_free,vram_total,vram_percent\n"
                 "1784016000,0,0,412,1700,97,12,2048,100,2148,95.3\n"
                 "1784016000,1,0,140,131,0,0,N/A,N/A,N/A,N/A\n"
                 "1784016000,0,0,400,1700,90,12,2049,100,2148,95.3\n"
                 "1784016001,1,0,150,131,0,0,5,100,2148,0\n"),
      ElementsAre(GpuSample{"0", kEight, 97, 2048, 412, 1700},
                  GpuSample{"1", kEight, 0, std::nullopt, 140, 131},
                  GpuSample{"0", kEight, 90, 2049, std::nullopt, 1700},
                  GpuSample{"1", kEight + 1, 0, 5, std::nullopt, 131}));
  EXPECT_THAT(
      samples_of("timestamp,gpu,gfx_activity,umc_activity,mm_activity,socket_power,gfx_voltage,gfx_0_clk\n"
                 "1784016000,0,95,80,N/A,350,N/A,1980\n1784016000,1,88,75,N/A,300,N/A,1950\n"),
      ElementsAre(GpuSample{"0", kEight, 95, std::nullopt, 350},
                  GpuSample{"1", kEight, 88, std::nullopt, 300}));
}

// Logs of real machines, kept beside the source tree and not in it.
class RealMonitor : public testing::Test {
 protected:
  static std::vector<GpuSample> samples_in(const std::string& name) {
    return read_log(folder() / name).samples;
  }
  void SetUp() override {
    if (!std::filesystem::exists(folder())) {
      SCALEGEN_CANNOT_RUN("no samples in " + folder().string() + ": set SCALEGEN_SHARED");
    }
  }

  static std::filesystem::path folder() {
    const auto* shared = std::getenv("SCALEGEN_SHARED");
    return std::filesystem::path(shared == nullptr ? SCALEGEN_SHARED_DIR : shared) / "samples/gpu-monitor";
  }
};

TEST_F(RealMonitor, OfEightGpusIsReadThoughItsIndexIsWrong) {
  const auto samples = samples_in("gpu_glasses_nvidia_smi.csv");
  EXPECT_EQ(samples.size(), 43);
  EXPECT_EQ(devices_in(samples), (std::set<std::string>{"0", "1", "2", "3", "4", "5", "6", "7"}));
  const auto text = read_file(folder() / "gpu_glasses_nvidia_smi.csv").value();
  const auto gpus = usage_in(text, {1757323610, 1757323611}, "gpu.n1.csv");
  EXPECT_EQ(gpus.front(), (GpuUsage{.device = "n1:0", .samples = 1, .peak_memory_mib = 4, .power_w = 74.01}));
  EXPECT_EQ(combine(gpus).samples, 8);
}

TEST_F(RealMonitor, OfAnH100UnderLoadIsReadAndOfAPartHasNoUtilisation) {
  EXPECT_THAT(samples_in("cap_linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load__query-gpu.csv"),
              ElementsAre(GpuSample{"GPU-00000000-0000-0000-0000-000000000000", 1784016773.353, 100, 19818,
                                    631.95, 1980, std::vector<Slowdown>{}}));
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
