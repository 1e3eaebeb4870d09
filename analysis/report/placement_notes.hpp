#pragma once
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/report/report.hpp"
#include "analysis/scaling/speedup.hpp"

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

// Whether the measured runs of a rung were placed as they asked. Runs that did not record it are never wrong.

/// Whether one was not: what the rung's figures are marked for.
bool is_misplaced(const ScalingPoint& point);

/// "as asked", "not recorded", or what differs and in which rounds; empty where nothing is measured.
std::string placement_text(const ScalingPoint& point);

/// One line: how many runs were placed as asked, their nodes, NCCL's transports. None where nothing is
/// recorded.
std::vector<std::string> placement_notes_of(const Report& report);

/// The rungs that were placed otherwise than asked.
std::vector<std::string> placement_warnings_of(const Report& report);

// Where runs that are compared were not on the same hardware, their speedups compare that too.

/// Whether they were on different nodes, or on GPUs of different clocks.
std::vector<std::string> mixed_hardware_notes_of(const Report& report);

/// Whether NCCL took different networks.
std::vector<std::string> mixed_hardware_warnings_of(const Report& report);

}  // namespace scalegen
