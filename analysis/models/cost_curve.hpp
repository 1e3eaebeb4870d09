#pragma once
#include <functional>
#include <vector>

#include "analysis/models/measured_sizes.hpp"

namespace scalegen::models {

/// How the cost of equal work, N T, may grow with the size: one of many curves that predictions are weighed
/// over, each with the probability that it has before anything was measured.
struct CostCurve {
  double probability = 0;
  std::function<double(const Size&)> log_cost{};  // up to a constant
};

/// Curves of all laws (model.hpp) and of powers of N, with shares on a logarithmic grid: every order of
/// magnitude from 10^-5 to 3 of the smallest size's time is as probable as any other.
std::vector<CostCurve> cost_curves(const MeasuredSizes& measured);

}  // namespace scalegen::models
