#include "generator/plan/batches.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <set>
#include <tuple>

namespace scalegen {
namespace {

std::int64_t ranks_of(const Combination& combination) { return world_size(combination.step->rung); }

/// The least batch that every rung divides, or nothing where it is beyond all use.
std::optional<std::int64_t> common_batch(const std::vector<Combination>& combinations) {
  std::int64_t common = 1;
  for (const auto& combination : combinations) {
    common = std::lcm(common, ranks_of(combination));
    if (common > 1'000'000'000) return std::nullopt;
  }
  return common;
}

std::string advice(const std::vector<Combination>& combinations, std::int64_t batch, Scaling scaling) {
  const auto common = common_batch(combinations);
  if (!common) return "choose rungs whose ranks divide one batch";
  const auto next = (batch + *common - 1) / *common * *common;
  return fmt::format("{}use a multiple of {}, such as {}",
                     scaling == Scaling::strong ? "strong scaling keeps the global batch: " : "", *common,
                     next);
}

/// One line of the file, or one default.
auto origin_of(const Mark& mark) { return std::tuple(mark.line, mark.column); }

void check_division(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : combinations) {
    if (!combination.global_batch) continue;
    const auto& [batch, mark] = *combination.global_batch;
    if (batch % ranks_of(combination) == 0 || !reported.insert(origin_of(mark)).second) continue;
    const auto& rung = combination.step->rung;
    errors.push_back(error_at(mark.file ? mark : combination.step->mark,
                              fmt::format("global_batch {} does not divide by the {} ranks of rung '{}'",
                                          batch, world_size(rung), rung.name),
                              advice(combinations, batch, scaling)));
  }
}

/// The batch that the kind of scaling keeps, where it was chosen.
const std::optional<Placed<std::int64_t>>& kept_batch(const Combination& combination, Scaling scaling) {
  return scaling == Scaling::strong ? combination.global_batch : combination.per_rank_batch;
}

void check_kept(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  std::map<std::vector<std::size_t>, const Combination*> first;  // by the values of the axes
  std::set<std::tuple<int, int>> reported;
  for (const auto& combination : combinations) {
    const auto& batch = kept_batch(combination, scaling);
    if (!batch) continue;
    const auto* const other = first.emplace(combination.rows, &combination).first->second;
    const auto& before = kept_batch(*other, scaling);
    if (before->value == batch->value || !reported.insert(origin_of(batch->mark)).second) continue;
    const bool strong = scaling == Scaling::strong;
    errors.push_back(error_at(
        batch->mark,
        fmt::format("{} scaling keeps {}, and here it is {} on rung '{}' and {} on rung '{}'",
                    strong ? "strong" : "weak", strong ? "the global batch" : "the batch of each rank",
                    before->value, other->step->rung.name, batch->value, combination.step->rung.name),
        strong ? "write 'scaling: weak' and 'per_rank_batch', or 'scaling: throughput'"
               : "write one number, or 'scaling: throughput'"));
  }
}

}  // namespace

void check_batches(const std::vector<Combination>& combinations, Scaling scaling, Diagnostics& errors) {
  check_division(combinations, scaling, errors);
  if (scaling != Scaling::throughput) check_kept(combinations, scaling, errors);
}

}  // namespace scalegen
