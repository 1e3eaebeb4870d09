#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "analysis/readers/metric.hpp"
#include "core/diagnostics.hpp"
#include "core/rung.hpp"
#include "core/setting.hpp"

namespace scalegen {

/// The work that a value of a rung stands for. Before rungs are compared, a rate is multiplied by it and a
/// time divided by it, so that speedups compare samples/s of all ranks:
/// - strong scaling: all rungs do the same work, so that every rate and time compares as it is;
/// - else a step stands for its global batch, and the time of a whole run for all of its samples, or in a
///   table, which does not say them, for as many as it has ranks; an epoch is the same on all rungs;
/// - in any scaling a micro-step is its part of an optimizer step;
/// - in any scaling a value per rank or node stands for as many as there are.
/// Returns an error if values cannot be compared: the work is missing from `conditions`, or unit and
/// direction contradict each other.
Result<double> work_of(const Metric& metric, Scaling scaling, const RungShape& shape,
                       const Settings& conditions);

/// The whole number of that name; nullopt if there is none, or it is not above 0.
std::optional<double> above_zero(const Settings& settings, std::string_view name);

/// The number of shares of a global batch: one for each replica of the model, else rank, and micro-step.
/// Nullopt if neither is known.
std::optional<double> batch_sharers(const RungShape& shape, const Settings& conditions);

/// The global batch, as given or from the batch of each rank or replica. Returns nullopt if neither is known.
std::optional<double> samples_per_step(const RungShape& shape, const Settings& conditions);

/// Sets the batch that follows from the other one: strong scaling compares global batches and weak scaling
/// those of ranks, whichever a table says.
void complete_batch(const RungShape& shape, Settings& conditions);

/// The unit of a batch, and of the samples of a run with it: the parameter `batch_unit`, else "samples".
std::string batch_unit(const Settings& conditions);

/// The number of steps of the unit's kind that an optimizer step has: more than 1 only of micro-steps.
/// Returns an error if it is unknown.
Result<double> counted_steps(const Metric& metric, const Settings& conditions);

/// Returns an error if the conditions say neither `samples` nor `steps` and a batch.
Result<double> samples_per_run(const RungShape& shape, const Settings& conditions);

/// The number of ranks or nodes that a rung's value counts for: more than 1 only of a rate per rank or node.
double multiplicity(const Metric& metric, const RungShape& shape);

/// Describes that work, unless it is simply 1: "each value times its ranks".
std::string work_text(const Metric& metric, Scaling scaling);

}  // namespace scalegen
