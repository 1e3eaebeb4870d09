#pragma once
#include <cstddef>
#include <vector>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::stats {

/// The part of the times that the model does not explain: log time = rung + round, or rung alone if the runs
/// of the rungs are independent samples.
struct Residual {
  double sum_of_squares = 0;  // exactly 0 if only rounding is left
  int df = 0;
  std::vector<double> by_rung{};  // the shares of the rungs, in their order
  bool is_complete = false;       // each rung has a value in each round
};

/// Fits the model to some rungs. The time it takes grows with the number of runs.
Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds);

/// The residual of the same rungs without the one at `position`; `all` is the residual of all of them. Of
/// complete rounds it follows from `all`, to nine digits and without the shares of the rungs.
Residual residual_without(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds,
                          const Residual& all, std::size_t position);

}  // namespace scalegen::stats
