#pragma once
#include <vector>

namespace scalegen {

double mean(const std::vector<double>& values);

/// With n - 1 below; of two values at least.
double sample_variance(const std::vector<double>& values);

/// Of one value at least.
double median(std::vector<double> values);

}  // namespace scalegen
