#pragma once
#include <vector>

#include "generator/plan/workload.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// A parameter and the values that it takes in this sweep.
struct Choice {
  const Parameter* parameter = nullptr;
  std::vector<Placed<Value>> values{};  // no place: the default
  bool swept = false;
};

/// What a sweep file chooses of a workload's parameters, defaults filled in, in the workload's order. Reports
/// unknown parameters, values of another kind, values given twice, and choices that exclude each other or the
/// kind of scaling.
std::vector<Choice> choose(const SweepFile& sweep, const Workload& workload, Diagnostics& errors);

/// The choice of one parameter, or null.
const Choice* find(const std::vector<Choice>& choices, std::string_view parameter);

}  // namespace scalegen
