#include "analysis/report/report.hpp"

#include <fmt/format.h>

#include <tuple>

#include "analysis/scaling/figure_text.hpp"
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

const ScalingPoint* largest_rung(const Report& report) {
  const ScalingPoint* largest = nullptr;
  const auto size = [](const ScalingPoint& point) {
    return std::tuple(point.shape.ranks.value_or(0), point.shape.nodes.value_or(0));
  };
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (point.typical && (largest == nullptr || size(point) > size(*largest))) largest = &point;
  });
  return largest;
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
