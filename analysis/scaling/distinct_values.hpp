#pragma once
#include <cstddef>
#include <optional>
#include <vector>

#include "analysis/measurement/measurement.hpp"
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

/// The rounds of a rung differ more than the steps within them explain: something else changed between them.
struct UnexplainedScatter {
  double range = 0;      // the largest value over the smallest, less 1
  double explained = 0;  // the difference of two rounds that their steps explain, at 95 %
};

/// Returns nullopt if the rounds do not differ so, and if too little is known of their steps.
std::optional<UnexplainedScatter> unexplained_scatter(const std::vector<Measurement>& runs);

}  // namespace scalegen
