#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/each_point.hpp"

namespace scalegen {

/// Calls visit(name, run) for every measured run that recorded its placement, with the name of its rung.
template <class Visit>
void for_each_recorded_run(const Report& report, const Visit& visit) {
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value && is_recorded(run.placement)) visit(point_name(table, point.rung), run);
  });
}

/// Which rungs have the same of something: "P2P" -> 2gpu, 4gpu. Where the rounds of one differ it has
/// several.
using RungsAlike = std::map<std::string, std::vector<std::string>>;

/// The runs of a rung come one after the other.
void add_rung(RungsAlike& groups, const std::string& what, const std::string& rung);

/// "P2P in 2gpu, 4gpu; SHM in 8gpu", with " in " between; of many the first.
std::string rungs_alike_text(const RungsAlike& groups, std::string_view between);

/// "node n1", "nodes n1, n2"; of many only how many: JSON has them all.
std::string nodes_text(const std::set<std::string>& nodes);

}  // namespace scalegen
