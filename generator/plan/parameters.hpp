#pragma once
#include <optional>
#include <vector>

#include "generator/plan/workload.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// A parameter and the values that it takes in this sweep. What formulas give is judged later, rung by rung.
struct Choice {
  const Parameter* parameter = nullptr;
  std::vector<GivenValue> values{};   // no place: the default
  std::optional<std::size_t> axis{};  // of the sweep file; none: fixed. Those of one axis go together
};

/// What a sweep file chooses of a workload's parameters, defaults filled in, in the workload's order. Reports
/// unknown parameters, values of another kind, values given twice, and choices that exclude each other or the
/// kind of scaling.
std::vector<Choice> choose(const SweepFile& sweep, const Workload& workload, Diagnostics& errors);

/// Why a value does not fit its parameter, in words.
Diagnostic misfit(const Parameter& parameter, const Value& value, const SourceLocation& location);

/// The choice of one parameter, or null.
const Choice* find(const std::vector<Choice>& choices, std::string_view parameter);

}  // namespace scalegen
