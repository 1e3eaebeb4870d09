#include "analysis/scaling/clock_difference.hpp"

#include <algorithm>
#include <vector>

#include "analysis/statistics/two_way_model.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

constexpr double kSameClock = 1.05;

/// The GPUs of a rung while they were measured.
struct Clocks {
  std::optional<double> mhz{};
  std::string model{};  // empty: unknown, or not one
};

std::string model_of(const Measurement& run) {
  const auto* name = find(run.conditions, "device_name");
  return name == nullptr ? "" : to_text(*name);
}

Clocks clocks_of(const LadderRung& rung) {
  Clocks clocks;
  std::vector<double> mhz;
  bool is_first = true;
  for (const auto& run : rung.runs) {
    if (!run.value || static_cast<int>(run.gpus.size()) != rung.shape.ranks.value_or(0)) continue;
    if (is_first) clocks.model = model_of(run);
    if (clocks.model != model_of(run)) clocks.model.clear();
    is_first = false;
    for (const auto& gpu : run.gpus)
      if (gpu.sm_clock_mhz) mhz.push_back(*gpu.sm_clock_mhz);
  }
  if (!mhz.empty()) clocks.mhz = stats::median(std::move(mhz));
  return clocks;
}

}  // namespace

std::optional<Difference> clock_difference(const LadderRung& reference, const LadderRung& here) {
  if (reference.shape.device != DeviceKind::gpu || here.shape.device != DeviceKind::gpu) return std::nullopt;
  const auto there = clocks_of(reference);
  const auto clocks = clocks_of(here);
  if (!there.mhz || !clocks.mhz || there.model.empty() || there.model != clocks.model) return std::nullopt;
  const auto [low, high] = std::minmax(*there.mhz, *clocks.mhz);
  if (low <= 0 || high <= kSameClock * low) return std::nullopt;
  return Difference{.key = "GPU clock",
                    .baseline = three_digits(*there.mhz) + " MHz",
                    .here = three_digits(*clocks.mhz) + " MHz",
                    .consequence = Consequence::star};
}

}  // namespace scalegen
