#pragma once
#include <cstddef>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

/// True if a rung has the same value in at least two rounds and no other. Measured values always differ:
/// these were rounded or copied.
bool is_without_scatter(const ScalingPoint& point);

/// The different values of a rung, as numbers of rounds and of values.
struct DistinctValues {
  std::size_t rounds = 0;
  std::size_t values = 0;
};
DistinctValues distinct_values(const ScalingPoint& point);

/// Takes away an interval that has no width.
void remove_interval_without_width(stats::Estimate& estimate);

/// Takes away all such intervals of tables, and the claims that rest on one: values that do not scatter
/// say nothing of chance.
void remove_intervals_without_width(std::vector<ScalingTable>& tables);

}  // namespace scalegen
