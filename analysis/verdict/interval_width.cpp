#include "analysis/verdict/interval_width.hpp"

#include <algorithm>

#include "analysis/statistics/stopping.hpp"

namespace scalegen {
namespace {

using Estimates = std::vector<stats::Estimate>;

Estimates comparisons(const ScalingTable& table) {
  Estimates all;
  for (const auto& point : table.points) {
    if (point.speedup && !point.is_baseline) all.push_back(*point.speedup);
    if (point.doubling) all.push_back(point.doubling->speedup);
    for (const auto& claim : point.claims) all.push_back(claim.ratio);
  }
  return all;
}

Estimates values(const ScalingTable& table) {
  Estimates all;
  for (const auto& point : table.points)
    if (point.typical) all.push_back(*point.typical);
  return all;
}

std::optional<double> widest_by(const ScalingTable& table, double (*half_width)(const stats::Interval&)) {
  auto estimates = comparisons(table);
  if (estimates.empty()) estimates = values(table);
  std::optional<double> widest;
  for (const auto& estimate : estimates) {
    if (!estimate.interval) return std::nullopt;
    widest = std::max(widest.value_or(0), half_width(*estimate.interval));
  }
  return widest;
}

}  // namespace

std::optional<double> widest_half_width(const ScalingTable& table) {
  return widest_by(table, stats::half_width);
}

std::optional<double> widest_cautious_half_width(const ScalingTable& table) {
  return widest_by(table, stats::cautious_half_width);
}

}  // namespace scalegen
