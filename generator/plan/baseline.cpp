#include "generator/plan/baseline.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/did_you_mean.hpp"

namespace scalegen {
namespace {

/// The smallest rung on GPUs, else the smallest.
const Step& smallest(const std::vector<Step>& steps) {
  const auto size = [](const Step& s) {
    return std::tuple(s.rung.device == DeviceKind::cpu, world_size(s.rung), s.rung.nodes);
  };
  return *std::min_element(steps.begin(), steps.end(),
                           [&](const Step& a, const Step& b) { return size(a) < size(b); });
}

}  // namespace

void choose_baseline(const SweepFile& sweep, const std::vector<Step>& steps, PlanHead& head,
                     Diagnostics& errors) {
  if (steps.empty()) return;
  const auto& standard = smallest(steps);
  head.baseline = standard.rung.name;
  head.baseline_reason =
      standard.rung.device == DeviceKind::gpu ? "the smallest GPU rung" : "the smallest rung";
  if (!sweep.baseline) return;
  std::vector<std::string> names;
  for (const auto& step : steps) names.push_back(step.rung.name);
  head.baseline = sweep.baseline->value;
  head.baseline_reason = "the sweep file says so";
  if (std::find(names.begin(), names.end(), head.baseline) == names.end())
    errors.push_back(error_at(sweep.baseline->mark,
                              fmt::format("the baseline '{}' is no rung of this sweep", head.baseline),
                              did_you_mean(head.baseline, names)));
}

}  // namespace scalegen
