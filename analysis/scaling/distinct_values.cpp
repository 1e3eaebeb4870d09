#include "analysis/scaling/distinct_values.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace scalegen {
namespace {

constexpr double kRoundingOfLogarithms = 1e-9;  // relative; more than the logarithms of equal values differ

bool are_same(double a, double b) {
  return std::abs(a - b) <= kRoundingOfLogarithms * std::max(std::abs(a), std::abs(b));
}

bool has_no_width(const stats::Estimate& estimate) {
  return estimate.interval && are_same(estimate.interval->low, estimate.interval->high);
}

}  // namespace

DistinctValues distinct_values(const ScalingPoint& point) {
  auto values = values_of(point.runs);
  const auto rounds = values.size();
  std::ranges::sort(values);
  values.erase(std::unique(values.begin(), values.end(), are_same), values.end());
  return {rounds, values.size()};
}

bool is_without_scatter(const ScalingPoint& point) {
  const auto distinct = distinct_values(point);
  return distinct.rounds > 1 && distinct.values == 1;
}

void remove_interval_without_width(stats::Estimate& estimate) {
  if (has_no_width(estimate)) estimate.interval.reset();
}

void remove_intervals_without_width(std::vector<ScalingTable>& tables) {
  for (auto& table : tables)
    for (auto& point : table.points) {
      for (auto* estimate : {&point.typical, &point.speedup, &point.efficiency})
        if (*estimate) remove_interval_without_width(**estimate);
      if (point.doubling) remove_interval_without_width(point.doubling->speedup);
      std::erase_if(point.claims, [](const Claim& claim) { return has_no_width(claim.ratio); });
    }
}

}  // namespace scalegen
