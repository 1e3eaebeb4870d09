#include "generator/plan/accumulation_check.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/metric_unit.hpp"
#include "generator/plan/derived_parameters.hpp"

namespace scalegen::plan {

void check_accumulation(const SweepFile& sweep, const ParameterGrid& grid, Findings& findings) {
  if (sweep.metrics.empty() || find(grid.parameters, kAccumulate) == nullptr) return;
  const auto& metric = sweep.metrics.front();
  const auto unit = parse_unit(metric.unit);
  if (!leaves_steps_open(unit)) return;
  const auto micro_steps = [](const Combination& c) { return *find(c.settings, kAccumulate); };
  const auto& all = grid.combinations;
  const auto other =
      std::ranges::find_if(all, [&](const auto& c) { return micro_steps(c) != micro_steps(all.front()); });
  if (other == all.end()) return;
  findings.add_error(error_at(
      location_of(kAccumulate, *other, grid.parameters),
      fmt::format("'accumulate' is {} on rung '{}' and {} on rung '{}', and the unit '{}' of the metric does "
                  "not say which steps it counts",
                  to_text(micro_steps(all.front())), all.front().rung->name, to_text(micro_steps(*other)),
                  other->rung->name, metric.unit),
      hint_for_open_steps(unit)));
}

}  // namespace scalegen::plan
