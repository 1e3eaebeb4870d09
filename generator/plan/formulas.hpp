#pragma once
#include <cstddef>
#include <vector>

#include "generator/plan/choices.hpp"

namespace scalegen {

/// Which of the choices have formulas, in an order in which each finds what it wants. Reports those that
/// follow from each other, with the circle.
std::vector<std::size_t> formula_order(const std::vector<Choice>& choices, Diagnostics& errors);

/// Reports the names in formulas and constraints that no run has: unknown ones, and parameters that this
/// sweep leaves unset.
void check_names(const std::vector<Choice>& choices, const std::vector<Constraint>& where,
                 const Workload& workload, Diagnostics& errors);

/// What follows from a batch and the ranks: of `global_batch` the `per_rank_batch`, and the other way round.
/// Empty for all other names.
std::string_view follows_from(std::string_view parameter);

}  // namespace scalegen
