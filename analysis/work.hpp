#pragma once
#include <string>

#include "analysis/figures/figure.hpp"
#include "analysis/readers/rung_shape.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The work that a value of a rung stands for, by which a rate is multiplied and a time divided before rungs
/// are compared. What speedups compare is samples/s of all ranks:
/// - strong scaling: all rungs do the same work, so that every rate and time compares as it is;
/// - else a step stands for its global batch, and the time of a whole run for all of its samples;
/// - in any scaling a value of one rank or node stands for as many as there are.
/// An error says why values cannot be compared: `conditions` do not say the work, or unit and direction
/// contradict each other.
Result<double> work_of(const Figure& figure, Scaling scaling, const RungShape& shape,
                       const Settings& conditions);

/// The same in words, where it is not simply 1: "each value times its ranks".
std::string work_text(const Figure& figure, Scaling scaling);

}  // namespace scalegen
