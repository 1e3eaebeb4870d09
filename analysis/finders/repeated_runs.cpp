#include <fmt/format.h>
#include <fmt/ranges.h>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/scaling/slow_first.hpp"

// Runs that were slow for being the first, or that were measured more than once.

namespace scalegen::finders {
namespace {

std::string what_came_of(const SlowFirst& first, const Metric& metric) {
  if (!first.is_put_aside && first.state.empty()) return "'scalegen sweep DIR' measures it once more";
  if (!first.is_put_aside)
    return fmt::format("it left '{}', with which another attempt may go on: none is made", first.state);
  if (!first.again) return "it counts no more, and there is no other figure yet";
  return fmt::format("measured once more ({}){}", figure_text(*first.again, metric),
                     first.is_slow_again ? ", as slow: being the first was not why" : "");
}

Findings slow_first_runs(const Measured& measured, bool put_aside) {
  const auto& metric = measured.head.metric;
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto first = slow_first(point.runs, metric.quantity);
    if (!first || first->is_put_aside != put_aside) return;
    const auto name = point_name(table, point.rung);
    found.push_back({.kind = put_aside ? FindingKind::measured_again : FindingKind::slow_first,
                     .rungs = {name},
                     .facts = {{"slow", slow_first_text(*first, name, metric)},
                               {"again", what_came_of(*first, metric)}}});
  });
  return found;
}

}  // namespace

Findings slow_first_runs(const Measured& measured) { return slow_first_runs(measured, false); }

Findings runs_measured_again(const Measured& measured) {
  auto found = slow_first_runs(measured, true);
  Texts replaced;
  Texts twice;
  for_each_point(measured.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.also_completed.empty())
        twice.push_back(fmt::format("{} (attempt {} counts, not {})", run.run, run.attempt,
                                    fmt::join(run.also_completed, ", ")));
      for (const auto& before : run.replaced)
        replaced.push_back(
            fmt::format("{} ({})", run.run, figure_text(before.value.value_or(0), measured.head.metric)));
    }
  });
  if (!twice.empty())
    found.push_back({.kind = FindingKind::completed_twice,
                     .facts = {{"runs", fmt::format("{}", fmt::join(twice, ", "))}}});
  if (!replaced.empty())
    found.push_back(
        {.kind = FindingKind::replaced, .facts = {{"runs", fmt::format("{}", fmt::join(replaced, ", "))}}});
  return found;
}

}  // namespace scalegen::finders
