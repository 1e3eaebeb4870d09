#pragma once
#include <cstddef>
#include <optional>
#include <string_view>
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/workload.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// A parameter and the values that it takes in this sweep. Results of formulas are checked later, rung by
/// rung. The location of a value in the sweep file is held here alone: value_at() finds it again.
struct ResolvedParameter {
  const Parameter* parameter = nullptr;
  std::vector<GivenValue> values{};   // one if fixed, else the rows of its axis; no location: the default
  std::optional<std::size_t> axis{};  // of the sweep file; nullopt: fixed
};

using ResolvedParameters = std::vector<ResolvedParameter>;

/// A point of the parameter grid: for each axis of the sweep file the row that is taken. The parameters of
/// one axis (`zip:`) share its row.
using GridPoint = std::vector<std::size_t>;

/// The value at a point, with its location.
const GivenValue& value_at(const ResolvedParameter& parameter, const GridPoint& point);

/// The parameters that a sweep file sets, and the workload's defaults, in the workload's order. On a ladder
/// `with_gpus` a recipe whose own default is a number of steps trains for seconds instead, so that clocks
/// ramp up and a monitor sees more than a moment. Reports unknown parameters, values of the wrong type,
/// repeated values, and parameters that exclude each other or contradict the kind of scaling.
ResolvedParameters resolve_parameters(const SweepFile& sweep, const Workload& workload, bool with_gpus,
                                      Findings& findings);

/// "'steps' must be a whole number from 1 to 2147483647, not 'many'"
Diagnostic type_error(const Parameter& parameter, const Value& value, const SourceLocation& location);

/// Returns null if the sweep has no such parameter.
const ResolvedParameter* find(const ResolvedParameters& parameters, std::string_view name);

}  // namespace scalegen::plan
