#include "analysis/scaling/speedup.hpp"

namespace scalegen {

bool is_beyond_ideal(const stats::Estimate& efficiency) {
  constexpr double kSuspicious = 1.05;
  return (efficiency.interval ? efficiency.interval->low : efficiency.centre) > kSuspicious;
}

bool is_beyond_ideal(const ScalingTable& table, const ScalingPoint& point) {
  const auto baseline = position_of_baseline(table);
  return baseline && point.efficiency && is_beyond_ideal(*point.efficiency) &&
         size_ratio(point.shape, table.points[*baseline].shape).value_or(0) > 1;
}

bool is_implausible(const ScalingTable& table, const stats::Estimate& efficiency) {
  return table.scaling == Scaling::weak && efficiency.interval && is_beyond_ideal(efficiency);
}

void mark_implausible(ScalingTable& table) {
  auto& baseline = table.points[*position_of_baseline(table)];
  for (auto& point : table.points)
    if (is_beyond_ideal(table, point) && is_implausible(table, *point.efficiency))
      point.is_implausible = baseline.is_implausible = true;
}

}  // namespace scalegen
