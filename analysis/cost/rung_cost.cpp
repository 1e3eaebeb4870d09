#include "analysis/cost/rung_cost.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <set>

#include "analysis/scaling/distinct_values.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/metric_unit.hpp"

namespace scalegen {
namespace {

constexpr double kHour = 3600;
constexpr double kMillion = 1e6;

std::optional<stats::Estimate> scaled(const std::optional<stats::Estimate>& estimate, double factor) {
  return estimate ? std::optional(stats::scaled(*estimate, factor)) : std::nullopt;
}

using Figure = std::function<std::optional<double>(const ScalingPoint&, const Measurement&)>;

std::vector<int> rounds_of(const ScalingTable& table) {
  std::set<int> rounds;
  for (const auto& point : table.points)
    for (const auto& run : point.runs) rounds.insert(run.round);
  return {rounds.begin(), rounds.end()};
}

// A figure of the runs of each rung, and its interval, from the scatter of all rungs.
std::vector<std::optional<stats::Estimate>> medians_over_rounds(const ScalingTable& table,
                                                                const Figure& figure) {
  const auto rounds = rounds_of(table);
  stats::LogTimes y(table.points.size(), stats::LogTimeColumn(rounds.size()));
  for (std::size_t k = 0; k < table.points.size(); ++k)
    for (const auto& run : table.points[k].runs) {
      const auto value = figure(table.points[k], run);
      const auto round = std::ranges::lower_bound(rounds, run.round) - rounds.begin();
      if (value && *value > 0) y[k][static_cast<std::size_t>(round)] = std::log(*value);
    }
  const auto noise = stats::noise_of(y);
  std::vector<std::optional<stats::Estimate>> medians;
  for (std::size_t k = 0; k < y.size(); ++k) {
    medians.push_back(stats::typical_time(y, k, noise));
    if (medians.back()) remove_interval_without_width(*medians.back());
  }
  return medians;
}

std::optional<double> held_seconds(const ScalingPoint& /*point*/, const Measurement& run) {
  return run.has_completed ? run.held_seconds : std::nullopt;
}

// Equal work costs (rate here / rate of the baseline) / the speedup in mean times, and has its interval.
std::optional<stats::Estimate> relative_cost(const ScalingTable& table, std::size_t k) {
  const auto& point = table.points[k];
  const auto baseline = position_of_baseline(table);
  if (!baseline || !table.points[*baseline].rate || !point.speedup) return std::nullopt;
  auto speed = point.is_baseline ? point.speedup : stats::ratio_of(table.mean_times, *baseline, k);
  const auto ratio = price_ratio(*point.rate, *table.points[*baseline].rate);
  if (!speed || !ratio) return std::nullopt;
  remove_interval_without_width(*speed);
  return stats::scaled(stats::inverse(*speed), *ratio);
}

std::optional<stats::Estimate> hours_for_a_million(const ScalingPoint& point, const Metric& metric) {
  if (counted_things(metric).empty() || !point.mean) return std::nullopt;
  return stats::scaled(verdict::time_of_counted(point, *point.mean, metric, kMillion), 1 / kHour);
}

std::optional<double> samples_of_an_epoch(const ScalingPoint& point) {
  for (const auto& run : point.runs)
    if (run.window && run.start && run.start->train_samples && *run.start->train_samples > 0)
      return static_cast<double>(*run.start->train_samples);
  return std::nullopt;
}

// The mean power of all GPUs of a measured run. Nullopt unless the monitor saw each of them, and no other.
std::optional<double> watts_of(const ScalingPoint& point, const Measurement& run) {
  if (!run.value || run.gpus.empty() || static_cast<int>(run.gpus.size()) != point.shape.ranks)
    return std::nullopt;
  double sum = 0;
  for (const auto& gpu : run.gpus) {
    if (!gpu.power_w) return std::nullopt;
    sum += *gpu.power_w;
  }
  return sum;
}

}  // namespace

std::vector<std::optional<RungCost>> rung_costs(const ScalingTable& table, const Metric& metric) {
  const auto held = medians_over_rounds(table, held_seconds);
  const auto of_a_sample = medians_over_rounds(table, joules_of_a_sample);
  const auto of_the_command = medians_over_rounds(table, joules_of_the_command);
  std::vector<std::optional<RungCost>> costs(table.points.size());
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    if (!point.rate || (!held[k] && !point.typical)) continue;
    RungCost cost{.rate = *point.rate,
                  .billed = point.billed.value_or(*point.rate),
                  .run_hours = scaled(held[k], 1 / kHour),
                  .relative = relative_cost(table, k),
                  .million_hours = hours_for_a_million(point, metric),
                  .million_kwh = scaled(of_a_sample[k], kMillion / kJoulesOfKwh),
                  .run_kwh = scaled(of_the_command[k], 1 / kJoulesOfKwh)};
    if (const auto samples = samples_of_an_epoch(point); samples && count_alike(metric.unit, "samples"))
      cost.epoch_hours = scaled(cost.million_hours, *samples / kMillion);
    costs[k] = std::move(cost);
  }
  return costs;
}

std::optional<double> joules_of_a_sample(const ScalingPoint& point, const Measurement& run) {
  const auto power = run.window && run.window->span ? watts_of(point, run) : std::nullopt;
  if (!power || run.window->samples <= 0) return std::nullopt;
  return *power * run.window->seconds / static_cast<double>(run.window->samples);
}

std::optional<double> joules_of_the_command(const ScalingPoint& point, const Measurement& run) {
  const auto power = run.command ? watts_of(point, run) : std::nullopt;
  return power ? std::optional(*power * seconds(*run.command)) : std::nullopt;
}

std::string counted_things(const Metric& metric) {
  const auto unit = parse_unit(metric.unit);
  if (metric.quantity != Quantity::rate || !unit.is_rate || unit.per_step) return "";
  const auto slash = metric.unit.find('/');
  return slash == std::string::npos ? "" : metric.unit.substr(0, slash);
}

}  // namespace scalegen
