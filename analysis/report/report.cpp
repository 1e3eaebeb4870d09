#include "analysis/report/report.hpp"

#include <fmt/format.h>

#include <map>

#include "analysis/scaling/figure_text.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/plan_file.hpp"

namespace scalegen::report {

std::set<std::string> identities_of(const Report& report) {
  std::set<std::string> all;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (const auto& id = report.head.directory_id; !id.empty())
      all.insert(fmt::format("{} {} {} {}", id, run.run, run.attempt, run.begun.value_or(0)));
  });
  return all;
}

std::string common_condition(const std::vector<const ScalingTable*>& tables, const std::string& key) {
  const Value* common = nullptr;
  for (const auto* table : tables)
    for (const auto& point : table->points)
      for (const auto& run : point.runs) {
        if (!run.value) continue;
        const auto* const value = find(run.conditions, key);
        if (value == nullptr || (common != nullptr && *common != *value)) return "";
        common = value;
      }
  return common == nullptr ? "" : to_text(*common);
}

std::vector<std::string> rungs_without_nodes(const Report& report) {
  std::vector<std::string> rungs;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
    if (point.typical && !point.shape.nodes) rungs.push_back(point_name(table, point.rung));
  });
  return rungs;
}

std::optional<double> loop_seconds(const ScalingPoint& point) {
  return median_over_runs(point, [](const Measurement& run) { return run.loop_seconds; });
}

std::optional<double> further_figure(const ScalingPoint& point, std::string_view name) {
  return median_over_runs(point, [&](const Measurement& run) {
    const auto* const figure = find_figure(run.further, name);
    return figure == nullptr ? std::nullopt : figure->value;
  });
}

std::vector<CollectiveProbe> all_reduces_of(const ScalingPoint& point) {
  std::map<double, std::vector<double>> seconds;
  std::map<double, double> busbw_of_algbw;  // the same in all runs, which have the same ranks
  for (const auto& run : point.runs)
    for (const auto& probe : run.step_phases.by_size) {
      seconds[*probe.bytes].push_back(*probe.seconds);
      busbw_of_algbw[*probe.bytes] = *probe.busbw_gb_per_s * *probe.seconds * 1e9 / *probe.bytes;
    }
  std::vector<CollectiveProbe> typical;
  for (const auto& [bytes, times] : seconds) {
    const double median = stats::median(times);
    const double algbw = bytes / median / 1e9;
    typical.push_back({.bytes = bytes,
                       .seconds = median,
                       .algbw_gb_per_s = algbw,
                       .busbw_gb_per_s = algbw * busbw_of_algbw[bytes]});
  }
  return typical;
}

std::string reach_of(const ScalingPoint& point) {
  if (!point.shape.nodes) return point.rung;
  return point.rung + (*point.shape.nodes == 1 ? " within a node" : " between nodes");
}

std::vector<MetricPattern> further_metrics(const ReportHead& head) {
  std::vector<MetricPattern> metrics{{.name = std::string(kAccuracy), .unit = "share"}};
  for (const auto& metric : head.further)
    if (metric.name != kAccuracy) metrics.push_back(metric);
  metrics.insert(metrics.end(), head.computed.begin(), head.computed.end());
  return metrics;
}

std::string title_of(const MetricPattern& metric) {
  return is_share(metric) || metric.unit.empty() ? metric.name : metric.name + " " + metric.unit;
}

std::string further_text(const ScalingPoint& point, const MetricPattern& metric) {
  const auto figure = further_figure(point, metric.name);
  if (!figure) return "";
  return is_share(metric) ? fmt::format("{:#.3g}", *figure) : value_text(*figure, Quantity::rate);
}

std::vector<std::string> starred_figures(const ScalingTable& table, const ScalingPoint& point) {
  std::vector<std::string> figures;
  if (point.typical && value_star(point) != nullptr) figures.emplace_back("typical");
  if (point.speedup && speedup_star(table, point) != nullptr) figures.emplace_back("speedup");
  if (point.efficiency && speedup_star(table, point) != nullptr) figures.emplace_back("efficiency");
  if (doubling_star(table, point) != nullptr) figures.emplace_back("per_doubling");
  return figures;
}

GpuUsage gpu_usage_of(const ScalingPoint& point) {
  std::vector<GpuUsage> gpus;
  for (const auto& run : point.runs)
    if (run.value && saw_only_own_gpus(point, run)) gpus.insert(gpus.end(), run.gpus.begin(), run.gpus.end());
  return combine(gpus);
}

}  // namespace scalegen::report
