#pragma once
#include <string>
#include <string_view>

#include "analysis/measurement/metric.hpp"
#include "core/diagnostics.hpp"
#include "core/rung.hpp"

namespace scalegen {

/// The work that a value of a rung stands for. Before rungs are compared, a rate is multiplied by it and a
/// time divided by it, so that speedups compare samples/s of all ranks:
/// - strong scaling: all rungs do the same work, so that every rate and time compares as it is;
/// - else a step stands for its global batch, and the time of a whole run for all of its samples;
/// - in any scaling a value per rank or node stands for as many as there are.
/// Returns an error if values cannot be compared: the work is missing from `conditions`, or unit and
/// direction contradict each other.
Result<double> work_of(const Metric& metric, Scaling scaling, const RungShape& shape,
                       const Settings& conditions);

/// Describes that work, unless it is simply 1: "each value times its ranks".
std::string work_text(const Metric& metric, Scaling scaling);

}  // namespace scalegen
