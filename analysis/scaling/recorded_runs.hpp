#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scaling/points.hpp"

namespace scalegen {

/// Calls visit(name, run) for every measured run that recorded its placement; `name` is that of its rung.
template <class Visit>
void for_each_recorded_run(const std::vector<ScalingTable>& tables, const Visit& visit) {
  for_each_point(tables, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value && is_recorded(run.placement)) visit(point_name(table, point.rung), run);
  });
}

/// Rungs by a value that they have: "P2P" -> 2gpu, 4gpu. A rung whose rounds differ appears several times.
using RungsByValue = std::map<std::string, std::vector<std::string>>;

/// Expects the runs of a rung one after another.
void add_rung(RungsByValue& groups, const std::string& what, const std::string& rung);

/// "P2P in 2gpu, 4gpu; SHM in 8gpu" with " in " as `between`; long lists are truncated.
std::string grouped_text(const RungsByValue& groups, std::string_view between);

/// "node n1", "nodes n1, n2", "7 nodes": JSON has all names.
std::string nodes_text(const std::set<std::string>& nodes);

}  // namespace scalegen
