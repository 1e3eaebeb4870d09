#include "analysis/report/report.hpp"

#include "analysis/report/numbers.hpp"
#include "analysis/statistics/two_way_model.hpp"

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

std::string point_name(const ScalingTable& table, const std::string& rung) {
  std::string axes;
  for (const auto& axis : table.axes)
    axes += (axes.empty() ? "" : ", ") + with_spaces(axis.name) + " " + to_text(axis.value);
  return axes.empty() ? rung : rung + " (" + axes + ")";
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
