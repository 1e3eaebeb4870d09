#include "analysis/scaling/points.hpp"

#include <algorithm>

#include "analysis/scaling/figure_text.hpp"
#include "core/plan_file.hpp"
#include "core/units.hpp"

namespace scalegen {

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

bool counts_cores(const ScalingPoint& point) {
  if (point.asked) return point.shape.threads > 0;
  return point.shape.device == DeviceKind::cpu && point.rung.find("core") != std::string::npos;
}

std::string counted_workers(const ScalingPoint& point, std::int64_t count) {
  if (point.shape.device == DeviceKind::gpu) return counted(count, "GPU");
  return counted(count, counts_cores(point) ? "core" : "rank");
}

bool saw_only_own_gpus(const ScalingPoint& point, const Measurement& run) {
  return static_cast<int>(run.gpus.size()) == point.shape.ranks.value_or(0);
}

}  // namespace scalegen
