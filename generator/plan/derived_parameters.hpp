#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameters.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

/// The parameter of a program of one's own that says how many replicas of the model there are.
inline constexpr std::string_view kDataParallel = "data_parallel";

/// The parameter of a program of one's own that says how many micro-steps an optimizer step accumulates.
inline constexpr std::string_view kAccumulate = "accumulate";

/// The indices of the parameters that have formulas, each after those that its formulas use. Reports cycles.
std::vector<std::size_t> topological_order(const ResolvedParameters& parameters, Findings& findings);

/// Reports names in formulas and constraints that no run has a value for: unknown ones, and parameters that
/// this sweep leaves unset.
void check_names(const ResolvedParameters& parameters, const std::vector<Constraint>& where,
                 const Workload& workload, Findings& findings);

/// The values of all parameters at one point of the grid on one rung, after the rung_variables(), which
/// formulas and constraints use.
struct PointValues {
  Settings values{};
  std::vector<std::string> unknown{};  // not among them: their formulas failed, or use one that did
  Diagnostics mistakes{};              // of these formulas; of no matter if `where:` leaves the point out
};

/// Derived parameters are among the values: results of formulas, evaluated in topological `order`, and the
/// one of global_batch and per_rank_batch that the other and batch_sharers() give. `unknown` are parameters
/// without a value beforehand.
PointValues evaluate_derived(const ResolvedRung& rung, Scaling scaling, const ResolvedParameters& parameters,
                             const std::vector<std::size_t>& order, const GridPoint& point,
                             std::vector<std::string> unknown = {});

/// True if the expression names one of the parameters.
bool uses_any(const Expression& expression, const std::vector<std::string>& parameters);

/// The replicas of the model (`data_parallel`) where several ranks hold one together, else the ranks.
std::int64_t replicas(const Settings& values, const ResolvedRung& rung);

/// The number of shares of a global batch: one for each replica and micro-step (`accumulate`).
std::int64_t batch_sharers(const Settings& values, const ResolvedRung& rung);

/// The error with a note that names the rung on which it was found.
Diagnostic on_rung(Diagnostic error, const Rung& rung);

}  // namespace scalegen::plan
