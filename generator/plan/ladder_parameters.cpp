#include "generator/plan/ladder_parameters.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen::plan {
namespace {

std::string_view kept_batch(Scaling scaling) {
  return scaling == Scaling::weak ? "per_rank_batch" : "global_batch";
}

Scaling other(Scaling scaling) { return scaling == Scaling::weak ? Scaling::strong : Scaling::weak; }

template <class Parameters>
auto* batch_in(Parameters& parameters, std::string_view name) {
  const auto found = std::ranges::find_if(
      parameters, [&](const auto& resolved) { return resolved.parameter->name == name; });
  return found == parameters.end() ? nullptr : &*found;
}

/// The batch that the ladder keeps, as it is on the baseline. Where the written ladder has the baseline, its
/// division has been checked.
Result<Value> batch_on_baseline(const LadderParameters& ladder, const GridPoint& point) {
  auto there = evaluate_derived(*ladder.baseline, ladder.scaling, ladder.written, ladder.order, point);
  if (!there.unknown.empty()) return tl::unexpected(std::move(there.mistakes));
  const auto global = std::get<std::int64_t>(*find(there.values, "global_batch"));
  const auto sharers = batch_sharers(there.values, *ladder.baseline);
  if (sharers > 0 && global % sharers == 0) return *find(there.values, kept_batch(ladder.scaling));
  return tl::unexpected(Diagnostics{
      error_at(value_at(*batch_in(ladder.written, kept_batch(other(ladder.scaling))), point).location,
               fmt::format("global_batch {} does not divide by the {} shares of the baseline '{}'", global,
                           sharers, ladder.baseline->name),
               "weak scaling keeps the share that a rank has there")});
}

}  // namespace

LadderParameters as_written(const ResolvedParameters& parameters, const std::vector<std::size_t>& order,
                            Scaling scaling, bool is_named) {
  return {.scaling = scaling,
          .written = parameters,
          .order = order,
          .is_named = is_named,
          .evaluated = parameters,
          .order_evaluated = order};
}

LadderParameters with_batch_of(const ResolvedRung& baseline, const ResolvedParameters& parameters,
                               const std::vector<std::size_t>& order, const Workload& workload,
                               Findings& findings) {
  const auto written = batch_in(parameters, "global_batch") != nullptr ? Scaling::strong : Scaling::weak;
  auto ladder = as_written(parameters, order, other(written), written == Scaling::strong);
  ladder.baseline = baseline;
  auto* const batch = batch_in(ladder.evaluated, kept_batch(written));
  batch->parameter = &*std::ranges::find_if(
      workload.parameters, [&](const auto& p) { return p.name == kept_batch(ladder.scaling); });
  batch->values = {{.value = std::int64_t{0}, .location = batch->values.front().location}};
  ladder.order_evaluated = topological_order(ladder.evaluated, findings);
  return ladder;
}

PointValues values_of(const LadderParameters& ladder, const ResolvedRung& rung, const GridPoint& point) {
  const auto& order = ladder.order_evaluated;
  if (!ladder.baseline) return evaluate_derived(rung, ladder.scaling, ladder.evaluated, order, point);
  const auto kept = batch_on_baseline(ladder, point);
  if (!kept) {
    auto at = evaluate_derived(rung, ladder.scaling, ladder.evaluated, order, point,
                               {"global_batch", "per_rank_batch"});
    at.mistakes.insert(at.mistakes.begin(), kept.error().begin(), kept.error().end());
    return at;
  }
  auto parameters = ladder.evaluated;
  batch_in(parameters, kept_batch(ladder.scaling))->values.front().value = *kept;
  return evaluate_derived(rung, ladder.scaling, parameters, order, point);
}

}  // namespace scalegen::plan
