#pragma once
#include <vector>

#include "core/interval.hpp"

namespace scalegen {

/// For two to five values on a log scale: the pooled t interval at the stated coverage c or, where that is
/// wider, the values' own at 2c - 1, a floor below which the coverage cannot fall however unequal the rungs'
/// noise is. States 95 %, for two values 90 %. The interval is of the typical value, not of its logarithm.
Interval floored_interval(const std::vector<double>& log_values, double pooled_standard_error, double df);

}  // namespace scalegen
