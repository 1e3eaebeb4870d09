#include "generator/plan/baseline.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>
#include <tuple>

#include "core/text.hpp"

namespace scalegen::plan {
namespace {

bool has_rung(const std::vector<ResolvedRung>& rungs, const std::string& name) {
  return std::ranges::any_of(rungs, [&](const Rung& rung) { return rung.name == name; });
}

/// "precision fp16, steps 10"
std::string values_of(const Combination& combination, const std::vector<std::string>& axes) {
  std::vector<std::string> values;
  for (const auto& axis : axes)
    values.push_back(fmt::format("{} {}", axis, to_text(*find(combination.settings, axis))));
  return fmt::format("{}", fmt::join(values, ", "));
}

/// The values that other rungs run with and the baseline does not, in the order of the combinations.
std::vector<std::string> without_baseline(const std::vector<Combination>& combinations,
                                          const PlanHead& head) {
  std::set<std::string> with;
  for (const auto& combination : combinations)
    if (combination.rung->name == head.baseline) with.insert(values_of(combination, head.axes));
  std::vector<std::string> without;
  for (const auto& combination : combinations)
    if (auto values = values_of(combination, head.axes); with.insert(values).second)
      without.push_back(std::move(values));
  return without;
}

}  // namespace

const ResolvedRung* baseline_of(const SweepFile& sweep, const std::vector<ResolvedRung>& rungs) {
  std::vector<RungShape> shapes;
  for (const auto& rung : rungs) {
    if (sweep.baseline && rung.name == sweep.baseline->value) return &rung;
    shapes.push_back(shape_of(rung));
  }
  const auto best = sweep.baseline ? std::nullopt : default_baseline(shapes);
  return best ? &rungs[*best] : nullptr;
}

void choose_baseline(const SweepFile& sweep, const std::vector<ResolvedRung>& rungs,
                     const std::vector<ResolvedRung>& used, PlanHead& head, Findings& findings) {
  std::vector<RungShape> shapes;
  for (const auto& rung : used) shapes.push_back(shape_of(rung));
  const auto best = default_baseline(shapes);
  if (!best) return;
  head.baseline = used[*best].name;
  head.baseline_reason = default_baseline_reason(shapes[*best]);
  if (!sweep.baseline) return;
  head.baseline = sweep.baseline->value;
  head.baseline_reason = "the sweep file says so";
  std::vector<std::string> names;
  for (const auto& rung : rungs) names.push_back(rung.name);
  if (!has_rung(rungs, head.baseline))
    findings.add_error(error_at(sweep.baseline->location,
                                fmt::format("the baseline '{}' is not a rung of this sweep", head.baseline),
                                did_you_mean(head.baseline, names)));
  else if (!has_rung(used, head.baseline))
    findings.add_error(error_at(sweep.baseline->location,
                                fmt::format("'where' leaves no run of the baseline '{}'", head.baseline)));
}

void warn_of_missing_baseline(const SweepFile& sweep, const std::vector<Combination>& combinations,
                              const PlanHead& head, Findings& findings) {
  const auto without = without_baseline(combinations, head);
  if (without.empty() || head.scalings.front() == Scaling::throughput) return;
  const auto more = without.size() > 1 ? fmt::format(", and {} more", without.size() - 1) : "";
  findings.add_warning(
      error_at(sweep.where.empty() ? SourceLocation{} : sweep.where.front().text.location,
               fmt::format("no run of the baseline '{}' has {}{}", head.baseline, without.front(), more),
               "values without a baseline get no speedup and no efficiency"));
}

}  // namespace scalegen::plan
