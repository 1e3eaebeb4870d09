#include "analysis/scaling/scatter.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

namespace scalegen {
namespace {

constexpr double kRounding = 1e-9;  // relative; more than the logarithms of equal values differ

bool are_same(double a, double b) {
  return std::abs(a - b) <= kRounding * std::max(std::abs(a), std::abs(b));
}

bool has_no_width(const std::optional<stats::Estimate>& estimate) {
  return estimate && estimate->interval && are_same(estimate->interval->low, estimate->interval->high);
}

void remove_if_without_width(std::optional<stats::Estimate>& estimate) {
  if (has_no_width(estimate)) estimate->interval.reset();
}

void remove_if_without_width(std::optional<Doubling>& doubling) {
  if (doubling && has_no_width(doubling->speedup)) doubling->speedup.interval.reset();
}

}  // namespace

DistinctValues distinct_values(const ScalingPoint& point) {
  auto values = values_of(point.runs);
  const auto rounds = values.size();
  std::sort(values.begin(), values.end());
  values.erase(std::unique(values.begin(), values.end(), are_same), values.end());
  return {rounds, values.size()};
}

bool is_without_scatter(const ScalingPoint& point) {
  const auto distinct = distinct_values(point);
  return distinct.rounds > 1 && distinct.values == 1;
}

void remove_intervals_without_width(std::vector<ScalingTable>& tables) {
  for (auto& table : tables)
    for (auto& point : table.points) {
      remove_if_without_width(point.typical);
      remove_if_without_width(point.speedup);
      remove_if_without_width(point.efficiency);
      remove_if_without_width(point.doubling);
      std::erase_if(point.claims, [](const Claim& claim) { return has_no_width(claim.ratio); });
    }
}

}  // namespace scalegen
