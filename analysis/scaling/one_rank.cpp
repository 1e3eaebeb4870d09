#include "analysis/scaling/one_rank.hpp"

#include <algorithm>
#include <cmath>

#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

bool is_larger(const ScalingPoint& point, const ScalingPoint& than) {
  if (const auto ranks = rank_count(point.shape); ranks && ranks == rank_count(than.shape)) return false;
  return size_ratio(point.shape, than.shape).value_or(0) > 1;
}

/// True if it holds of each larger rung than the baseline, and there are any.
template <class Holds>
bool holds_of_larger(const ScalingTable& table, const Holds& holds) {
  const auto larger = larger_than_baseline(table);
  return !larger.empty() && std::ranges::all_of(larger, [&](const auto* point) {
    return holds(*point, table.points[*position_of_baseline(table)]);
  });
}

// Matches in the first measured run; 0 if its figure was not printed.
double matches_of(const ScalingPoint& point) {
  const auto run = std::ranges::find_if(point.runs, [](const auto& r) { return r.value.has_value(); });
  return run == point.runs.end() || !run->printed ? 0 : static_cast<double>(run->printed->matches);
}

}  // namespace

std::vector<const ScalingPoint*> larger_than_baseline(const ScalingTable& table) {
  std::vector<const ScalingPoint*> larger;
  const auto baseline = position_of_baseline(table);
  for (const auto& point : table.points)
    if (baseline && is_larger(point, table.points[*baseline])) larger.push_back(&point);
  return larger;
}

bool no_larger_rung_is_faster(const ScalingTable& table, double factor) {
  return holds_of_larger(table, [&](const auto& point, const auto&) {
    return point.speedup && point.speedup->centre <= factor;
  });
}

bool each_rank_prints(const ScalingTable& table) {
  return holds_of_larger(table, [](const auto& point, const auto& baseline) {
    const double expected = *size_ratio(point.shape, baseline.shape) * matches_of(baseline);
    return expected > 0 && std::abs(matches_of(point) / expected - 1) < 0.1;
  });
}

bool may_be_rates_of_one_rank(const ScalingTable& table, const Metric& metric) {
  const bool is_printed_rate = metric.source == MetricSource::printed && metric.quantity == Quantity::rate;
  if (!is_printed_rate || table.scaling == Scaling::throughput) return false;
  const double factor = each_rank_prints(table) ? 1.5 : table.scaling == Scaling::weak ? 1.2 : kHardlyFaster;
  return may_be_of_one_rank(parse_unit(metric.unit)) && no_larger_rung_is_faster(table, factor);
}

}  // namespace scalegen
