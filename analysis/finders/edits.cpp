#include <fmt/format.h>

#include <algorithm>

#include "analysis/finders/finders.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"

namespace scalegen::finders {

Findings edited_plans(const Measured& measured) {
  if (!measured.head.plan_is_edited) return {};
  Finding edited{.kind = FindingKind::edited_plan};
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    edited.rungs.push_back(point_name(table, point.rung));
  });
  return {std::move(edited)};
}

Findings edited_scripts(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto edited = runs_that(point, [](const auto& run) { return run.is_edited; });
    if (edited.empty()) return;
    const auto& first = *edited.front();
    found.push_back(
        {.kind = FindingKind::edited_script,
         .rungs = {point_name(table, point.rung)},
         .rounds = rounds_of(point, edited),
         .facts = {{"script", fmt::format("runs/{}/{}/edited.sbatch", first.run, first.attempt)}}});
  });
  return found;
}

// One for each file, with the runs after its change.
Findings changed_programs(const Measured& measured) {
  std::vector<std::pair<ChangedProgram, std::vector<std::string>>> changes;
  for_each_measured_run(measured.tables, [&](const auto&, const Measurement& run) {
    if (!run.changed_program) return;
    auto known = std::ranges::find_if(
        changes, [&](const auto& change) { return change.first.file == run.changed_program->file; });
    if (known == changes.end()) known = changes.insert(known, {*run.changed_program, {}});
    known->second.push_back(run.run);
  });
  Findings found;
  for (const auto& [change, after] : changes)
    found.push_back(
        {.kind = FindingKind::changed_program,
         .facts = {{"file", change.file}, {"last", change.last_before}, {"runs", join_truncated(after)}}});
  return found;
}

}  // namespace scalegen::finders
