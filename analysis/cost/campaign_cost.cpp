#include "analysis/cost/campaign_cost.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/scaling/points.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/try.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

// The better of several rungs on as many nodes uses most of them; on as many GPUs, the fewest nodes.
bool is_better(const ScalingPoint& a, const ScalingPoint& b) {
  const auto key = [](const ScalingPoint& p) {
    return std::tuple(p.typical.has_value(), p.shape.device == DeviceKind::gpu, p.shape.ranks.value_or(0),
                      -p.shape.nodes.value_or(0));
  };
  return key(a) > key(b);
}

// "4 nodes" of the sizes in the unit of the campaign: 1, 2 and 4.
std::optional<int> size_in_its_unit(const ScalingPoint& point, const CampaignSize& size) {
  if (size.nodes) return point.shape.nodes;
  return point.shape.device == DeviceKind::gpu ? point.shape.ranks : std::nullopt;
}

std::string not_measured(const ScalingTable& table, const CampaignSize& size) {
  if (!size.nodes && !size.gpus) return fmt::format("{} is no rung of this sweep", size.rung);
  std::set<int> measured;
  for (const auto& point : table.points)
    if (const auto count = size_in_its_unit(point, size); count && point.typical) measured.insert(*count);
  const auto wanted = size.nodes ? *size.nodes : *size.gpus;
  const auto were = wanted == 1 ? "was" : "were";
  if (measured.empty()) return fmt::format("{} {} not measured", to_text(size), were);
  const auto noun = size.nodes ? "node" : "GPU";
  if (wanted > *measured.rbegin())
    return fmt::format("{} {} not measured: the largest rung has {}", to_text(size), were,
                       counted(*measured.rbegin(), noun));
  return fmt::format("{} {} not measured: rungs have {} {}s", to_text(size), were, fmt::join(measured, ", "),
                     noun);
}

Result<std::size_t> rung_of(const ScalingTable& table, const CampaignSize& size) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < table.points.size(); ++k)
    if (is_of_size(size, table.points[k].rung, table.points[k].shape) &&
        (!best || is_better(table.points[k], table.points[*best])))
      best = k;
  if (!best) return failure(not_measured(table, size));
  if (!table.points[*best].typical)
    return failure(fmt::format("{} has no measured run", table.points[*best].rung));
  return *best;
}

Work work_of_a_run(const CampaignLine& line) {
  switch (line.unit) {
    case CampaignLine::Unit::steps:
      return {Work::Unit::steps, line.amount};
    case CampaignLine::Unit::samples:
      return {Work::Unit::samples, line.amount};
    case CampaignLine::Unit::epochs:
      return {Work::Unit::epochs, line.amount};
  }
  return {};
}

std::optional<double> mean_over_median(const ScalingPoint& point, const Metric& metric) {
  return median_over_runs(point, [&](const Measurement& run) -> std::optional<double> {
    if (run.window && run.window->median_step_seconds > 0)
      return run.window->seconds / static_cast<double>(run.window->steps) / run.window->median_step_seconds;
    if (!run.printed || !run.printed->mean) return std::nullopt;
    const double ratio = *run.printed->mean / *run.printed->median;
    return metric.quantity == Quantity::time ? ratio : 1 / ratio;
  });
}

Result<void> add_amounts(CampaignCost& cost, const ScalingTable& table, const Metric& metric) {
  if (!is_of_ladder(cost.line, table.scaling))
    return failure(fmt::format("no ladder of {} scaling was measured", to_text(*cost.line.scaling)));
  TRY_ASSIGN(cost.point, rung_of(table, cost.line.size));
  const auto& point = table.points[cost.point];
  TRY_ASSIGN(const auto seconds, verdict::time_of_work(point, point.mean, metric, work_of_a_run(cost.line)));
  cost.run_hours = scaled(seconds, 1.0 / 3600);
  cost.mean_over_median = mean_over_median(point, metric);
  const auto of_all = scaled(*cost.run_hours, static_cast<double>(cost.line.runs));
  if (point.shape.nodes) {
    cost.nodes = *point.shape.nodes;
    cost.node_hours = scaled(of_all, *cost.nodes);
  }
  if (!point.rate) return {};
  cost.core_hours = scaled(of_all, point.rate->core_hours);
  if (point.rate->gpu_hours > 0) cost.gpu_hours = scaled(of_all, point.rate->gpu_hours);
  if (point.rate->unit.empty()) return {};
  cost.units = scaled(of_all, point.rate->units);
  cost.unit = point.rate->unit;
  return {};
}

}  // namespace

std::vector<CampaignCost> campaign_costs(const std::vector<CampaignLine>& campaign, const ScalingTable& table,
                                         const Metric& metric) {
  std::vector<CampaignCost> costs;
  for (const auto& line : campaign) {
    auto& cost = costs.emplace_back(CampaignCost{.line = line});
    if (const auto added = add_amounts(cost, table, metric); !added)
      cost.not_known = added.error().front().message;
  }
  return costs;
}

std::optional<stats::Estimate> sum_of(const std::vector<std::optional<stats::Estimate>>& amounts) {
  stats::Estimate sum;
  stats::Interval ends{.coverage = 1};
  bool has_ends = true;
  for (const auto& amount : amounts) {
    if (!amount) return std::nullopt;
    sum.centre += amount->centre;
    has_ends = has_ends && amount->interval;
    if (!has_ends) continue;
    ends.low += amount->interval->low;
    ends.high += amount->interval->high;
    ends.coverage = std::min(ends.coverage, amount->interval->coverage);
  }
  if (has_ends && !amounts.empty()) sum.interval = ends;
  return sum;
}

}  // namespace scalegen
