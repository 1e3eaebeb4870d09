#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/models/measured_sizes.hpp"
#include "analysis/scaling/speedup.hpp"
#include "analysis/statistics/intervals.hpp"

namespace scalegen::models {

/// A prediction, never a measurement, as a report prints it.
struct Prediction {
  NamedSize at{};
  std::optional<stats::Estimate> value{};    // in the metric's unit
  std::optional<stats::Estimate> speedup{};  // over the baseline
  std::optional<stats::Estimate> efficiency{};
};

/// What twice the largest size of one ladder would give. Rungs that do not say their nodes are taken to fill
/// them, if another rung says how many workers a node has.
struct LadderOutlook {
  MeasuredSizes measured{};
  Prediction next{};
  std::string only_across_nodes{};  // the largest rung, if no other is on several nodes
};

/// The outlooks of a table's ladders, one for each kind of device that has at least three different sizes.
std::vector<LadderOutlook> outlooks_of(const ScalingTable& table, Quantity quantity);

}  // namespace scalegen::models
