#pragma once
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

constexpr double kHardlyFaster = 1.05;

/// The rungs that are larger than the baseline, on its kind of device. More threads of as many ranks make no
/// larger rung here.
std::vector<const ScalingPoint*> larger_than_baseline(const ScalingTable& table);

/// True if there are larger rungs than the baseline, and none is more than `factor` times as fast.
bool no_larger_rung_is_faster(const ScalingTable& table, double factor = kHardlyFaster);

/// True if the matches of a run grow as the ranks do.
bool each_rank_prints(const ScalingTable& table);

/// True if the printed rates of a ladder may be those of one rank: no larger rung has clearly more than the
/// baseline. A rung may have some more in weak scaling, whose total grows with the ranks, and where each rank
/// prints.
bool may_be_rates_of_one_rank(const ScalingTable& table, const Metric& metric);

}  // namespace scalegen
