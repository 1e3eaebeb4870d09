#include "generator/plan/checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <set>
#include <tuple>

#include "core/metric_unit.hpp"
#include "generator/plan/derived_parameters.hpp"

namespace scalegen::plan {
namespace {

/// A batch that the sweep file or a default sets, or nullopt for one that is derived from the other.
std::optional<Located<std::int64_t>> given_batch(std::string_view name, const Combination& combination,
                                                 const ResolvedParameters& parameters) {
  if (find(parameters, name) == nullptr) return std::nullopt;
  return Located<std::int64_t>{std::get<std::int64_t>(*find(combination.settings, name)),
                               location_of(name, combination, parameters)};
}

/// The tokens in a row of text of scalegen-train, whose batches count tokens; else 1.
std::int64_t row_of_tokens(const Combination& combination, const SweepFile& sweep) {
  const auto* const row = find(combination.settings, "sequence_length");
  return sweep.program || row == nullptr ? 1 : std::get<std::int64_t>(*row);
}

/// Batches that divide by it can be shared evenly.
std::int64_t batch_divisor(const Combination& combination, const SweepFile& sweep) {
  return batch_sharers(combination.settings, *combination.rung) * row_of_tokens(combination, sweep);
}

/// The smallest batch that can be shared evenly on every rung, or nullopt if it is too large to be of use.
std::optional<std::int64_t> common_batch(const std::vector<Combination>& combinations,
                                         const SweepFile& sweep) {
  std::int64_t common = 1;
  for (const auto& combination : combinations) {
    common = std::lcm(common, batch_divisor(combination, sweep));
    if (common > 1'000'000'000) return std::nullopt;
  }
  return common;
}

std::string batch_hint(const std::vector<Combination>& combinations, std::int64_t batch, Scaling scaling,
                       const SweepFile& sweep) {
  const auto common = common_batch(combinations, sweep);
  if (!common) return "choose rungs whose ranks divide one batch";
  const auto next = (batch + *common - 1) / *common * *common;
  return fmt::format("{}use a multiple of {}, such as {}",
                     scaling == Scaling::strong ? "strong scaling keeps the global batch: " : "", *common,
                     next);
}

/// If the batch of each rank is given, that of the baseline.
std::string per_rank_hint(const std::vector<Combination>& combinations, const Rung& baseline,
                          const SweepFile& sweep) {
  const auto common = common_batch(combinations, sweep);
  const auto hint = fmt::format(
      "strong scaling keeps the global batch, 'per_rank_batch' times the ranks of the baseline '{}'",
      baseline.name);
  return common ? fmt::format("{}: choose one that makes it a multiple of {}", hint, *common) : hint;
}

/// Identifies one value of the file, or all defaults.
auto origin_of(const SourceLocation& location) { return std::tuple(location.line, location.column); }

std::string sharers_text(const Combination& combination, const SweepFile& sweep) {
  const auto rung = rung_of(combination);
  const auto* const replicas = find(combination.settings, kDataParallel);
  const auto* const micro_steps = find(combination.settings, kAccumulate);
  const auto row = row_of_tokens(combination, sweep);
  return (replicas == nullptr ? fmt::format("the {} ranks of rung '{}'", world_size(rung), rung.name)
                              : fmt::format("data_parallel {} of rung '{}'", to_text(*replicas), rung.name)) +
         (micro_steps == nullptr ? "" : fmt::format(" times accumulate {}", to_text(*micro_steps))) +
         (row == 1 ? "" : fmt::format(" in rows of {} tokens", row));
}

/// Fewer samples than ranks are no mistake where several ranks hold one replica of the model.
std::vector<std::string> note_on_replicas(const Combination& combination, std::int64_t batch,
                                          const SweepFile& sweep) {
  if (!sweep.program || batch >= replicas(combination.settings, *combination.rung) ||
      find(combination.settings, kDataParallel) != nullptr)
    return {};
  return {
      "if several ranks share one replica of the model, as in tensor or pipeline parallelism, add "
      "'data_parallel: = ranks / (tp * pp)' under 'parameters:'"};
}

/// Reports global batches that cannot be shared evenly on a rung, each once, for the first such rung.
void check_division(const ParameterGrid& grid, const LadderParameters& ladder, const SweepFile& sweep,
                    Findings& findings) {
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : grid.combinations) {
    const auto batch = given_batch("global_batch", combination, grid.parameters);
    if (!batch) return;
    const auto& rung = *combination.rung;
    if (batch->value % batch_divisor(combination, sweep) == 0 ||
        !reported.insert(origin_of(batch->location)).second)
      continue;
    findings.add_error(error_at(
        batch->location.file ? batch->location : rung.location,
        fmt::format("global_batch {} does not divide by {}", batch->value, sharers_text(combination, sweep)),
        ladder.baseline ? per_rank_hint(grid.combinations, *ladder.baseline, sweep)
                        : batch_hint(grid.combinations, batch->value, ladder.scaling, sweep),
        note_on_replicas(combination, batch->value, sweep)));
  }
}

/// Reports numbers of replicas that the ranks of a rung cannot form, each once, for the first such rung.
/// Returns false if there are some.
bool check_replicas(const ParameterGrid& grid, Findings& findings) {
  const auto before = findings.errors.size();
  if (find(grid.parameters, kDataParallel) == nullptr) return true;
  for (const auto& combination : grid.combinations) {
    const auto rung = rung_of(combination);
    const auto replicas = plan::replicas(combination.settings, *combination.rung);
    if (world_size(rung) % replicas == 0) continue;
    findings.add_error_once_per_location(
        error_at(location_of(kDataParallel, combination, grid.parameters),
                 fmt::format("data_parallel {} does not divide the {} ranks of rung '{}'", replicas,
                             world_size(rung), rung.name),
                 "each replica of the model has the same number of ranks: write "
                 "data_parallel: = ranks / (tp * pp)"));
  }
  return findings.errors.size() == before;
}

/// Reports formulas that change a batch which the kind of scaling keeps.
void check_kept_batch(const ParameterGrid& grid, Scaling scaling, Findings& findings) {
  const bool strong = scaling == Scaling::strong;
  const auto kept_batch = [&](const Combination& combination) {
    return given_batch(strong ? "global_batch" : "per_rank_batch", combination, grid.parameters);
  };
  std::map<GridPoint, const Combination*> first;
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : grid.combinations) {
    const auto batch = kept_batch(combination);
    if (!batch) return;
    const auto* const other = first.emplace(combination.point, &combination).first->second;
    const auto before = kept_batch(*other);
    if (before->value == batch->value || !reported.insert(origin_of(batch->location)).second) continue;
    findings.add_error(error_at(
        batch->location,
        fmt::format("{} scaling keeps {}, but here it is {} on rung '{}' and {} on rung '{}'",
                    strong ? "strong" : "weak", strong ? "the global batch" : "the batch of each rank",
                    before->value, other->rung->name, batch->value, combination.rung->name),
        strong ? "write 'scaling: weak' and 'per_rank_batch', or 'scaling: throughput'"
               : "write one number, or 'scaling: throughput'"));
  }
}

}  // namespace

void check_batches(const ParameterGrid& grid, const LadderParameters& ladder, const SweepFile& sweep,
                   Findings& findings) {
  if (check_replicas(grid, findings)) check_division(grid, ladder, sweep, findings);
  if (ladder.scaling != Scaling::throughput) check_kept_batch(grid, ladder.scaling, findings);
}

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
