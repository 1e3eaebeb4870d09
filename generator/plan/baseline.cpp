#include "generator/plan/baseline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/text.hpp"

namespace scalegen {
namespace {

bool has_rung(const std::vector<Step>& steps, const std::string& name) {
  return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.rung.name == name; });
}

/// "precision fp16, steps 10"
std::string values_of(const Combination& combination, const std::vector<std::string>& axes) {
  std::vector<std::string> values;
  for (const auto& axis : axes)
    values.push_back(fmt::format("{} {}", axis, to_text(*find(combination.settings, axis))));
  return fmt::format("{}", fmt::join(values, ", "));
}

/// What other rungs run with and the baseline does not, in the order of the combinations.
std::vector<std::string> without_baseline(const std::vector<Combination>& combinations,
                                          const PlanHead& head) {
  std::set<std::string> with;
  for (const auto& combination : combinations)
    if (combination.step->rung.name == head.baseline) with.insert(values_of(combination, head.axes));
  std::vector<std::string> without;
  for (const auto& combination : combinations)
    if (auto values = values_of(combination, head.axes); with.insert(values).second)
      without.push_back(std::move(values));
  return without;
}

}  // namespace

void choose_baseline(const SweepFile& sweep, const std::vector<Step>& steps, const std::vector<Step>& kept,
                     PlanHead& head, Diagnostics& errors) {
  std::vector<RungShape> shapes;
  for (const auto& step : kept) shapes.push_back(shape_of(step.rung));
  const auto best = default_baseline(shapes);
  if (!best) return;
  head.baseline = kept[*best].rung.name;
  head.baseline_reason = default_baseline_reason(shapes[*best]);
  if (!sweep.baseline) return;
  head.baseline = sweep.baseline->value;
  head.baseline_reason = "the sweep file says so";
  std::vector<std::string> names;
  for (const auto& step : steps) names.push_back(step.rung.name);
  if (!has_rung(steps, head.baseline))
    errors.push_back(error_at(sweep.baseline->location,
                              fmt::format("the baseline '{}' is no rung of this sweep", head.baseline),
                              did_you_mean(head.baseline, names)));
  else if (!has_rung(kept, head.baseline))
    errors.push_back(error_at(sweep.baseline->location,
                              fmt::format("'where' leaves no run of the baseline '{}'", head.baseline)));
}

void warn_of_missing_baseline(const SweepFile& sweep, const std::vector<Combination>& combinations,
                              const PlanHead& head, Diagnostics& warnings) {
  const auto without = without_baseline(combinations, head);
  if (without.empty() || head.scaling == Scaling::throughput) return;
  const auto more = without.size() > 1 ? fmt::format(", and {} more", without.size() - 1) : "";
  auto warning =
      error_at(sweep.where.empty() ? SourceLocation{} : sweep.where.front().text.location,
               fmt::format("no run of the baseline '{}' has {}{}", head.baseline, without.front(), more),
               "what has no baseline gets no speedup and no efficiency");
  warning.severity = Severity::warning;
  warnings.push_back(std::move(warning));
}

}  // namespace scalegen
