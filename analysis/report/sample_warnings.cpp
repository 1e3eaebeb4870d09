#include "analysis/report/sample_warnings.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "analysis/conditions/work.hpp"

namespace scalegen::report {
namespace {

struct SamplesOfAStep {
  double said = 0;
  double batch = 0;
};

std::optional<double> micro_steps_of(const Measurement& run) {
  const auto* const value = find(run.conditions, "accumulate");
  const auto* const whole = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return whole != nullptr && *whole > 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

// Short last steps of epochs make the mean smaller, but not half as large.
bool is_like(double said, double batch) {
  constexpr double kMost = 1.01;
  constexpr double kLeast = 0.55;
  return said <= kMost * batch && said >= kLeast * batch;
}

std::optional<SamplesOfAStep> other_samples(const ScalingPoint& point, const Measurement& run) {
  if (!run.value || !run.window || run.window->steps < 1) return std::nullopt;
  const auto batch = samples_per_step(point.shape, run.conditions);
  if (!batch) return std::nullopt;
  const double said = static_cast<double>(run.window->samples) / static_cast<double>(run.window->steps);
  if (is_like(said, *batch) || is_like(said, *batch / micro_steps_of(run).value_or(1))) return std::nullopt;
  return SamplesOfAStep{said, *batch};
}

}  // namespace

bool has_other_samples(const ScalingPoint& point) {
  return std::ranges::any_of(point.runs,
                             [&](const auto& run) { return other_samples(point, run).has_value(); });
}

std::vector<std::string> sample_warnings(const Report& report) {
  std::vector<std::string> warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      const auto found = other_samples(point, run);
      if (!found) continue;
      warnings.push_back(
          fmt::format("{} *: step lines say {:.4g} samples a step, and the global batch is {:g}: 'samples' "
                      "are those of all ranks{}",
                      point_name(table, point.rung), found->said, found->batch,
                      micro_steps_of(run) ? ", of an optimizer step or of each of its micro-steps" : ""));
      return;
    }
  });
  return warnings;
}

}  // namespace scalegen::report
