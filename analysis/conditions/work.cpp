#include "analysis/conditions/work.hpp"

#include <fmt/format.h>

#include <cmath>

#include <string>

#include "core/metric_unit.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

// Empty if unit and direction are consistent.
std::string contradiction(const Metric& metric, const UnitTraits& unit) {
  if (unit.is_time_per_time) return "";
  if (metric.quantity == Quantity::time && !unit.is_time)
    return fmt::format("'{}' is not a time, so a lower value is not a higher speed", metric.unit);
  if (metric.quantity == Quantity::rate && unit.is_time)
    return fmt::format("'{}' is a time, but the sweep file says that higher is better", metric.unit);
  return unit.is_share ? fmt::format("'{}' is a share, not a rate", metric.unit) : "";
}

// In weak scaling each rank, or replica, has the same batch, known or not: work grows with them.
Result<double> work_of_a_step(Scaling scaling, const RungShape& shape, const Settings& conditions) {
  const auto sharers = batch_sharers(shape, conditions);
  if (scaling == Scaling::weak && sharers) return *sharers;
  if (const auto batch = samples_per_step(shape, conditions)) return *batch;
  return failure("unknown samples per step: set 'global_batch'");
}

bool is_time_of_a_run(const Metric& metric, const UnitTraits& unit) {
  return metric.quantity == Quantity::time && unit.is_one_word;
}

Result<double> work_by_scaling(const Metric& metric, const UnitTraits& unit, Scaling scaling,
                               const RungShape& shape, const Settings& conditions) {
  if (scaling == Scaling::strong) return 1;
  if (unit.per_step) return work_of_a_step(scaling, shape, conditions);
  if (!is_time_of_a_run(metric, unit)) return 1;
  if (metric.source == MetricSource::table) return shape.ranks.value_or(shape.nodes.value_or(1));
  return samples_per_run(shape, conditions);
}

}  // namespace

std::optional<double> above_zero(const Settings& settings, std::string_view name) {
  const auto* value = find(settings, name);
  const auto* whole = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return whole != nullptr && *whole > 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

std::optional<double> batch_sharers(const RungShape& shape, const Settings& conditions) {
  const auto micro_steps = above_zero(conditions, "accumulate").value_or(1);
  if (const auto replicas = above_zero(conditions, "data_parallel")) return *replicas * micro_steps;
  const auto ranks = rank_count(shape);
  return ranks ? std::optional(*ranks * micro_steps) : std::nullopt;
}

std::optional<double> samples_per_step(const RungShape& shape, const Settings& conditions) {
  if (const auto batch = above_zero(conditions, "global_batch")) return batch;
  const auto per_rank = above_zero(conditions, "per_rank_batch");
  const auto sharers = batch_sharers(shape, conditions);
  return per_rank && sharers ? std::optional(*per_rank * *sharers) : std::nullopt;
}

void complete_batch(const RungShape& shape, Settings& conditions) {
  const auto batch = samples_per_step(shape, conditions);
  if (!batch) return;
  set(conditions, "global_batch", static_cast<std::int64_t>(*batch));
  const auto sharers = batch_sharers(shape, conditions);
  if (sharers && std::fmod(*batch, *sharers) == 0)
    set(conditions, "per_rank_batch", static_cast<std::int64_t>(*batch / *sharers));
}

std::string batch_unit(const Settings& conditions) {
  const auto* const unit = find(conditions, "batch_unit");
  return unit == nullptr ? "samples" : to_text(*unit);
}

Result<double> counted_steps(const Metric& metric, const Settings& conditions) {
  if (!parse_unit(metric.unit).per_micro_step) return 1;
  if (const auto micro_steps = above_zero(conditions, "accumulate")) return *micro_steps;
  return failure(fmt::format("'{}' is of micro-steps, and nothing says how many a step has: set 'accumulate'",
                             metric.unit));
}

Result<double> samples_per_run(const RungShape& shape, const Settings& conditions) {
  if (const auto samples = above_zero(conditions, "samples")) return *samples;
  const auto steps = above_zero(conditions, "steps");
  const auto batch = samples_per_step(shape, conditions);
  if (steps && batch) return *steps * *batch;
  return failure(
      "unknown samples per run, so a time gives no speed: set 'steps' and 'global_batch' or "
      "'per_rank_batch', or 'samples'");
}

double multiplicity(const Metric& metric, const RungShape& shape) {
  if (metric.quantity == Quantity::time) return 1;
  const auto unit = parse_unit(metric.unit);
  if (unit.per_rank) return rank_count(shape).value_or(shape.nodes.value_or(1));  // as many on each node
  return unit.per_node ? shape.nodes.value_or(1) : 1;
}

Result<double> work_of(const Metric& metric, Scaling scaling, const RungShape& shape,
                       const Settings& conditions) {
  const auto unit = parse_unit(metric.unit);
  if (auto why = contradiction(metric, unit); !why.empty()) return failure(std::move(why));
  if (metric.quantity == Quantity::rate && unit.per_rank && !shape.ranks && !shape.nodes)
    return failure(
        fmt::format("'{}' is of one of the ranks, and not each rung says how many it has", metric.unit));
  if (unit.per_node && !shape.nodes)
    return failure(fmt::format("'{}' is of a node, and not each rung says its nodes: add a column 'nodes'",
                               metric.unit));
  if (scaling == Scaling::weak && is_of_one_simulation(unit))
    return failure(fmt::format(
        "'{}' is of simulated time, which does not grow with the work: in weak scaling it is no speed",
        metric.unit));
  TRY_ASSIGN(const auto work, work_by_scaling(metric, unit, scaling, shape, conditions));
  TRY_ASSIGN(const auto steps, counted_steps(metric, conditions));
  return work / steps * multiplicity(metric, shape);
}

std::string work_text(const Metric& metric, Scaling scaling) {
  const auto unit = parse_unit(metric.unit);
  const bool is_rate = metric.quantity == Quantity::rate;
  if (scaling == Scaling::strong && unit.per_micro_step) return "optimizer steps, each of its micro-steps";
  if (is_rate && unit.per_rank) return "each value times its ranks";
  if (is_rate && unit.per_node) return "each value times its nodes";
  if (scaling == Scaling::strong) return "";
  if (unit.per_step) return "samples/s, each step with its global batch";
  return is_time_of_a_run(metric, unit) ? "samples/s, each run with all of its samples" : "";
}

}  // namespace scalegen
