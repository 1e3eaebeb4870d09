#pragma once
#include <optional>

#include "core/plan.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// What is wrong with the unit of a metric: a rate needs that of a rate, a time that of a time. `unit` is
/// where the sweep file sets it.
std::optional<Diagnostic> unit_error(const MetricPattern& metric, const SourceLocation& unit);

}  // namespace scalegen
