#pragma once
#include <optional>
#include <string_view>
#include <vector>

#include "analysis/measurement/further_figure.hpp"
#include "core/plan.hpp"
#include "core/setting.hpp"

namespace scalegen {

inline constexpr std::string_view kTflops = "TFLOP/s/device";
inline constexpr std::string_view kMfu = "MFU";

/// The most that a device does of dense matrix products in this precision, in TFLOP/s, as its maker says it.
/// Returns nullopt for one that is not in the table: names are those of nvidia-smi and of ROCm, where an
/// MI250X is one of its two dies.
std::optional<double> peak_tflops(std::string_view device, std::string_view precision);

/// Returns the condition `peak_tflops` if there is one, else the peak of the device that the trainer names.
std::optional<double> peak_tflops(const TrainerStart& start, const Settings& conditions);

/// What a device does for the model, from the samples/s of all ranks and the trainer's `flops_per_sample`,
/// and its share of the peak: the model FLOP/s utilisation of Chowdhery et al., "PaLM" (2022), appendix B.
///
/// Both are of GPUs, or of what has a `peak_tflops`. Without a peak, or beyond it, MFU has a reason in place
/// of a value.
std::vector<FurtherFigure> flops_figures(const TrainerStart& start, const Rung& rung,
                                         const Settings& conditions, double samples_per_second);

}  // namespace scalegen
