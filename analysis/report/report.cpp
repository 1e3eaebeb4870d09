#include "analysis/report/report.hpp"

#include <algorithm>

#include "analysis/report/numbers.hpp"
#include "analysis/statistics/two_way_model.hpp"
#include "core/plan_file.hpp"

namespace scalegen::report {
namespace {

template <class Member>
std::optional<double> median_of_runs(const ScalingPoint& point, Member member) {
  std::vector<double> values;
  for (const auto& run : point.runs)
    if (run.value && run.*member) values.push_back(*(run.*member));
  return values.empty() ? std::nullopt : std::optional(stats::median(values));
}

}  // namespace

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
  const bool is_shared = std::any_of(table.points.begin(), table.points.end(),
                                     [&](const auto& p) { return p.rung == rung && p.is_shared; });
  auto named = table_name(table);
  if (is_shared) named.erase(0, to_text(table.scaling).size() + (table.axes.empty() ? 0 : 2));
  return named.empty() ? rung : rung + " (" + named + ")";
}

std::optional<double> loop_seconds(const ScalingPoint& point) {
  return median_of_runs(point, &Measurement::loop_seconds);
}

std::optional<double> accuracy(const ScalingPoint& point) {
  return median_of_runs(point, &Measurement::accuracy);
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
