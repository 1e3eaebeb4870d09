#include "analysis/measurement/model_flops.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <string>

namespace scalegen {
namespace {

struct Peaks {
  std::string_view device{};  // what its name begins with
  double fp32 = 0;
  double tf32 = 0;  // 0: it has none
  double half = 0;  // fp16, and bf16 where it has it
};

// The makers' sheets: V100 (2020), A100 (2021), "NVIDIA H100 Tensor Core GPU Architecture" v1.03, GH200
// (2024), AMD Instinct MI250X (2021). Those with sparsity are twice as large.
constexpr std::array kPeaks = {
    Peaks{"Tesla V100-SXM2", 15.7, 0, 125},         Peaks{"Tesla V100-PCIE", 14, 0, 112},
    Peaks{"NVIDIA A100-SXM4", 19.5, 156, 312},      Peaks{"NVIDIA A100-PCIE", 19.5, 156, 312},
    Peaks{"NVIDIA A100 80GB PCIe", 19.5, 156, 312}, Peaks{"NVIDIA H100 80GB HBM3", 66.9, 494.7, 989.4},
    Peaks{"NVIDIA H100 PCIe", 51.2, 378, 756},      Peaks{"NVIDIA H200", 66.9, 494.7, 989.4},
    Peaks{"NVIDIA GH200", 66.9, 494.7, 989.4},      Peaks{"AMD Instinct MI250X", 47.9, 0, 191.5},
};

// An H200 NVL is slower than an H200.
bool is_of(std::string_view device, const Peaks& peaks) {
  return device.starts_with(peaks.device) && !device.ends_with(" NVL");
}

std::optional<double> number(const Settings& conditions, std::string_view name) {
  const auto* const value = find(conditions, name);
  if (value == nullptr) return std::nullopt;
  if (const auto* const whole = std::get_if<std::int64_t>(value)) return static_cast<double>(*whole);
  const auto* const real = std::get_if<double>(value);
  return real == nullptr ? std::nullopt : std::optional(*real);
}

FurtherFigure share_of_peak(double tflops, std::optional<double> peak, const TrainerStart& start) {
  FurtherFigure figure{.name = std::string(kMfu)};
  const auto device = fmt::format("'{}' in {}", start.device_name.value_or("its device"),
                                  start.precision.value_or("its precision"));
  if (!peak)
    figure.missing = fmt::format("no peak of {} is known: give it as 'peak_tflops', of one device", device);
  else if (tflops > *peak)
    figure.missing = fmt::format("it would be above 100 % of the {:g} TFLOP/s of {}", *peak, device);
  else
    figure.value = tflops / *peak;
  return figure;
}

}  // namespace

std::optional<double> peak_tflops(std::string_view device, std::string_view precision) {
  const auto* const found = std::ranges::find_if(kPeaks, [&](const auto& row) { return is_of(device, row); });
  if (found == kPeaks.end()) return std::nullopt;
  const double peak = precision == "fp32"                          ? found->fp32
                      : precision == "tf32"                        ? found->tf32
                      : precision == "fp16" || precision == "bf16" ? found->half
                                                                   : 0;
  return peak > 0 ? std::optional(peak) : std::nullopt;
}

std::optional<double> peak_tflops(const TrainerStart& start, const Settings& conditions) {
  if (const auto given = number(conditions, "peak_tflops")) return given;
  return peak_tflops(start.device_name.value_or(""), start.precision.value_or(""));
}

std::vector<FurtherFigure> flops_figures(const TrainerStart& start, const Rung& rung,
                                         const Settings& conditions, double samples_per_second) {
  const bool is_known = rung.device == DeviceKind::gpu || number(conditions, "peak_tflops");
  if (!is_known || !start.flops_per_sample || *start.flops_per_sample <= 0) return {};
  const auto peak = peak_tflops(start, conditions);
  const auto devices = static_cast<double>(start.world_size.value_or(world_size(rung)));
  const double tflops = samples_per_second * *start.flops_per_sample / devices / 1e12;
  return {{.name = std::string(kTflops), .value = tflops}, share_of_peak(tflops, peak, start)};
}

}  // namespace scalegen
