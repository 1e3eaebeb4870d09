#include "analysis/report/report.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/report/numbers.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/plan_file.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

template <class ValueOf>
std::optional<double> median_of_runs(const ScalingPoint& point, const ValueOf& value_of) {
  std::vector<double> values;
  for (const auto& run : point.runs)
    if (const auto value = run.value ? value_of(run) : std::nullopt) values.push_back(*value);
  return values.empty() ? std::nullopt : std::optional(stats::median(values));
}

}  // namespace

std::set<std::string> identities_of(const Report& report) {
  std::set<std::string> all;
  for_each_measured_run(report, [&](const auto&, const Measurement& run) {
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

std::string table_name(const ScalingTable& table) {
  std::string name = table.is_one_of_two ? to_text(table.scaling) : "";
  for (const auto& axis : table.axes)
    name += (name.empty() ? "" : ", ") + with_spaces(axis.name) + " " + to_text(axis.value);
  return name;
}

std::string point_name(const ScalingTable& table, const std::string& rung) {
  const bool is_shared =
      std::ranges::any_of(table.points, [&](const auto& p) { return p.is_shared && p.rung == rung; });
  auto named = table_name(table);
  if (is_shared) named.erase(0, to_text(table.scaling).size() + (table.axes.empty() ? 0 : 2));
  return named.empty() ? rung : rung + " (" + named + ")";
}

std::vector<std::string> rungs_without_nodes(const Report& report) {
  std::vector<std::string> rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (point.typical && !point.shape.nodes) rungs.push_back(point_name(table, point.rung));
  });
  return rungs;
}

bool counts_cores(const ScalingPoint& point) {
  if (point.asked) return point.shape.threads > 0;
  return point.shape.device == DeviceKind::cpu && point.rung.find("core") != std::string::npos;
}

std::string counted_workers(const ScalingPoint& point, std::int64_t count) {
  if (point.shape.device == DeviceKind::gpu) return counted(count, "GPU");
  return counted(count, counts_cores(point) ? "core" : "rank");
}

std::optional<double> loop_seconds(const ScalingPoint& point) {
  return median_of_runs(point, [](const Measurement& run) { return run.loop_seconds; });
}

std::optional<double> further_figure(const ScalingPoint& point, std::string_view name) {
  return median_of_runs(point, [&](const Measurement& run) {
    const auto* const figure = find_figure(run.further, name);
    return figure == nullptr ? std::nullopt : figure->value;
  });
}

std::vector<MetricPattern> further_metrics(const ReportHead& head) {
  std::vector<MetricPattern> metrics{{.name = std::string(kAccuracy), .unit = "share"}};
  for (const auto& metric : head.further)
    if (metric.name != kAccuracy) metrics.push_back(metric);
  return metrics;
}

std::string title_of(const MetricPattern& metric) {
  return is_share(metric) || metric.unit.empty() ? metric.name : metric.name + " " + metric.unit;
}

std::string further_text(const ScalingPoint& point, const MetricPattern& metric) {
  const auto figure = further_figure(point, metric.name);
  if (!figure) return "";
  return is_share(metric) ? fmt::format("{:.3g}", *figure) : value_text(*figure, Quantity::rate);
}

bool saw_only_own_gpus(const ScalingPoint& point, const Measurement& run) {
  return static_cast<int>(run.gpus.size()) == point.shape.ranks.value_or(0);
}

GpuUsage gpu_usage_of(const ScalingPoint& point) {
  std::vector<GpuUsage> gpus;
  for (const auto& run : point.runs)
    if (run.value && saw_only_own_gpus(point, run)) gpus.insert(gpus.end(), run.gpus.begin(), run.gpus.end());
  return combine(gpus);
}

}  // namespace scalegen::report
