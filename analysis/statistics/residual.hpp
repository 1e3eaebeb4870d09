#pragma once
#include <vector>

#include "analysis/statistics/log_times.hpp"

namespace scalegen {

/// What the two-way model, log time = rung + round, leaves unexplained.
struct Residual {
  double sum_of_squares = 0;  // exactly 0 where only rounding is left
  int df = 0;
};

Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs);

}  // namespace scalegen
