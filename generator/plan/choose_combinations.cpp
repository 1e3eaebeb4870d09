#include "generator/plan/choose_combinations.hpp"

#include <fmt/format.h>

#include <set>
#include <tuple>

#include "core/units.hpp"
#include "generator/plan/batches.hpp"
#include "generator/plan/formulas.hpp"

namespace scalegen {
namespace {

Diagnostic nothing_left(const std::vector<Constraint>& where, const Combinations& all) {
  std::vector<std::string> notes;
  for (std::size_t i = 0; i < where.size(); ++i)
    notes.push_back(fmt::format("'{}' holds for {} of {}", where[i].text.value,
                                all.candidates - all.refused[i],
                                counted(static_cast<std::int64_t>(all.candidates), "combination")));
  return error_at(where.front().text.mark, "'where' leaves no combination of rung and values", "", notes);
}

Diagnostic left_out(const std::vector<Constraint>& where, const Combinations& all) {
  auto note = error_at(where.front().text.mark,
                       fmt::format("'where' leaves out {} of {}", all.candidates - all.kept.size(),
                                   counted(static_cast<std::int64_t>(all.candidates), "combination")));
  note.severity = Severity::note;
  return note;
}

Diagnostic too_many(const std::string& what, std::string hint) {
  return {.message = fmt::format("this sweep has more than {}", what), .hint = std::move(hint)};
}

/// Whether all values can be reckoned. What lacks some has been reported, and is left out where nothing
/// follows from it.
bool can_combine(std::vector<Choice>& choices, const std::vector<std::size_t>& formulas,
                 const std::vector<Constraint>& where) {
  const auto lacking = std::erase_if(choices, [](const Choice& choice) { return choice.values.empty(); });
  return lacking == 0 || (formulas.empty() && where.empty());
}

}  // namespace

std::vector<Combination> choose_combinations(const SweepFile& sweep, const Workload& workload,
                                             const std::vector<Step>& steps, std::size_t most_runs,
                                             Diagnostics& errors, Diagnostics& notices) {
  auto choices = choose(sweep, workload, errors);
  const auto before = errors.size();
  check_names(choices, sweep.where, workload, errors);
  const auto formulas = formula_order(choices, errors);
  if (errors.size() > before || !can_combine(choices, formulas, sweep.where)) return {};

  const auto most = most_runs / static_cast<std::size_t>(sweep.repeats);
  const bool filtered = !sweep.where.empty();
  if (!count_candidates(steps, choices, filtered ? most_runs : most)) {
    errors.push_back(
        filtered ? too_many(fmt::format("{} combinations, of which 'where' is to keep some", most_runs),
                            "take values off an axis")
                 : too_many(fmt::format("{} runs", most_runs), "take values off an axis, or repeats"));
    return {};
  }
  auto all = combine(steps, choices, formulas, sweep.where, errors);
  if (all.kept.size() > most)
    errors.push_back(too_many(fmt::format("{} runs", most_runs), "take values off an axis, or repeats"));
  check_batches(all.kept, sweep.scaling, errors);
  if (!filtered || errors.size() > before || all.kept.size() == all.candidates) return std::move(all.kept);
  if (all.kept.empty())
    errors.push_back(nothing_left(sweep.where, all));
  else
    notices.push_back(left_out(sweep.where, all));
  return std::move(all.kept);
}

std::vector<Step> steps_of(const std::vector<Combination>& combinations, const std::vector<Step>& steps) {
  if (combinations.empty()) return steps;
  std::set<const Step*> used;
  for (const auto& combination : combinations) used.insert(combination.step);
  std::vector<Step> kept;
  for (const auto& step : steps)
    if (used.contains(&step)) kept.push_back(step);
  return kept;
}

std::vector<RankCores> cores_of(const std::vector<Combination>& combinations) {
  std::set<std::tuple<const Step*, std::int64_t, int, int>> seen;
  std::vector<RankCores> cores;
  for (const auto& combination : combinations) {
    const auto& [cpus, mark] = combination.cpus_per_task;
    if (seen.emplace(combination.step, cpus, mark.line, mark.column).second)
      cores.push_back({combination.step, combination.cpus_per_task});
  }
  return cores;
}

}  // namespace scalegen
