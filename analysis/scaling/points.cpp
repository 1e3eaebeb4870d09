#include "analysis/scaling/points.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/scaling/figure_text.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {

std::string table_name(const ScalingTable& table) {
  const auto axes = axes_text(table.axes);
  if (!table.is_one_of_two) return axes;
  return to_text(table.scaling) + (axes.empty() ? "" : ", " + axes);
}

std::string axes_text(const Settings& axes) {
  std::string text;
  for (const auto& axis : axes)
    text += (text.empty() ? "" : ", ") + with_spaces(axis.name) + " " + to_text(axis.value);
  return text;
}

std::string axis_text(const ScalingTable& table, const std::string& axis) {
  const auto* const value = find(table.axes, axis);
  return value == nullptr ? "" : to_text(*value);
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

void add_rung(RungsByValue& groups, const std::string& what, const std::string& rung) {
  auto& rungs = groups[what];
  if (rungs.empty() || rungs.back() != rung) rungs.push_back(rung);
}

std::string grouped_text(const RungsByValue& groups, std::string_view between) {
  std::vector<std::string> texts;
  for (const auto& [what, rungs] : groups)
    texts.push_back(fmt::format("{}{}{}", what, between, join_truncated(rungs)));
  return join_truncated(texts, "; ");
}

std::string nodes_text(const std::set<std::string>& nodes) {
  constexpr std::size_t kMax = 6;
  if (nodes.size() > kMax) return counted(static_cast<int>(nodes.size()), "node");
  return fmt::format("{} {}", nodes.size() == 1 ? "node" : "nodes", fmt::join(nodes, ", "));
}

}  // namespace scalegen
