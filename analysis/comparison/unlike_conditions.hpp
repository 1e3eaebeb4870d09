#pragma once
#include <string>
#include <vector>

#include "analysis/comparison/comparison.hpp"

namespace scalegen::comparison {

/// The conditions of a rung's first measured run; empty if it has none.
Settings conditions_of(const ScalingPoint& point);

/// Adds what differs between two rungs to what is known to; `name` is that of the pair.
void add_unlike(std::vector<Unlike>& unlike, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b,
                const std::string& name);

/// What differs between two sweeps as a whole: their names, clusters, programs, sources of figures.
std::vector<Unlike> unlike_sweeps(const Side& a, const Side& b);

/// Why a value of one rung does not stand for as much work as one of the other: only of figures that do not
/// count the work themselves, such as s and it/s. Empty if it does, as far as the conditions say.
std::string unlike_work(const Metric& metric, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b);

}  // namespace scalegen::comparison
