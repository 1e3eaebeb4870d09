#include "analysis/report/placement_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analysis/report/numbers.hpp"
#include "analysis/scaling/switch_difference.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;
using Names = std::set<std::string>;

// Rounds by their differences.
std::map<std::string, std::vector<int>> misplaced_rounds(const ScalingPoint& point) {
  std::map<std::string, std::vector<int>> rounds;
  for (const auto& run : point.runs)
    if (run.value && !run.placement.differences.empty())
      rounds[fmt::format("{}", fmt::join(run.placement.differences, "; "))].push_back(run.round);
  return rounds;
}

std::string misplaced_text(const ScalingPoint& point) {
  const auto misplaced = misplaced_rounds(point);
  std::vector<std::string> texts;
  for (const auto& [differences, rounds] : misplaced)
    texts.push_back(point.runs.size() == 1 ? differences
                                           : fmt::format("{}: {}", numbered_rounds(rounds), differences));
  return fmt::format("{}", fmt::join(texts, "; "));
}

// Calls visit(name, run) for every measured run that recorded its placement; `name` is that of its rung.
template <class Visit>
void for_each_recorded_run(const Report& report, const Visit& visit) {
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs)
      if (run.value && is_recorded(run.placement)) visit(point_name(table, point.rung), run);
  });
}

// Rungs by a value that they have: "P2P" -> 2gpu, 4gpu. A rung whose rounds differ appears several times.
using RungsByValue = std::map<std::string, std::vector<std::string>>;

// Expects the runs of a rung one after another.
void add_rung(RungsByValue& groups, const std::string& what, const std::string& rung) {
  auto& rungs = groups[what];
  if (rungs.empty() || rungs.back() != rung) rungs.push_back(rung);
}

// "P2P in 2gpu, 4gpu; SHM in 8gpu" with " in " as `between`; long lists are truncated.
std::string grouped_text(const RungsByValue& groups, std::string_view between) {
  std::vector<std::string> texts;
  for (const auto& [what, rungs] : groups)
    texts.push_back(fmt::format("{}{}{}", what, between, join_truncated(rungs)));
  return join_truncated(texts, "; ");
}

// "node n1", "nodes n1, n2", "7 nodes": JSON has all names.
std::string nodes_text(const std::set<std::string>& nodes) {
  constexpr std::size_t kMax = 6;
  if (nodes.size() > kMax) return counted(static_cast<int>(nodes.size()), "node");
  return fmt::format("{} {}", nodes.size() == 1 ? "node" : "nodes", fmt::join(nodes, ", "));
}

std::string transports_text(const Report& report) {
  RungsByValue groups;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto& transports = run.placement.nccl_transports;
    if (!transports.empty()) add_rung(groups, fmt::format("{}", fmt::join(transports, " and ")), name);
  });
  if (groups.empty()) return "";
  return "; NCCL over " + (groups.size() == 1 ? groups.begin()->first : grouped_text(groups, " in "));
}

/// The measured runs by what is known of their placement.
struct PlacedRuns {
  int measured = 0;
  int recorded = 0;
  int as_asked = 0;
  int partly_seen = 0;
  std::vector<std::string> partly_seen_rungs{};
};

std::string as_asked_text(const PlacedRuns& runs) {
  if (runs.as_asked == runs.measured)
    return runs.measured == 1 ? "as asked" : fmt::format("as asked in all {} runs", runs.measured);
  auto text = fmt::format("as asked in {} of {}", runs.as_asked, counted(runs.recorded, "run"));
  if (runs.partly_seen > 0)
    text += fmt::format(", not seen beyond the command's node in {} ({})", runs.partly_seen,
                        join_truncated(runs.partly_seen_rungs));
  if (runs.recorded < runs.measured)
    text += fmt::format(", not recorded in {}", runs.measured - runs.recorded);
  return text;
}

int measured_runs(const Report& report) {
  int count = 0;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) count += run.value ? 1 : 0;
  });
  return count;
}

PlacedRuns placed_runs(const Report& report) {
  PlacedRuns runs{.measured = measured_runs(report)};
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    ++runs.recorded;
    runs.as_asked += is_as_asked(run.placement) ? 1 : 0;
    if (run.placement.unseen_nodes == 0) return;
    ++runs.partly_seen;
    auto& rungs = runs.partly_seen_rungs;
    if (rungs.empty() || rungs.back() != name) rungs.push_back(name);
  });
  return runs;
}

Texts requested_placement_notes(const Report& report) {
  const auto as_asked = as_asked_text(report);
  if (as_asked.empty()) return {};
  Names nodes;
  for_each_recorded_run(report, [&](const auto&, const auto& run) { nodes.merge(nodes_of(run.placement)); });
  return {fmt::format("placement: {}; {}{}", as_asked, nodes_text(nodes), transports_text(report))};
}

// No note if all runs stayed within as many nodes as the largest run used.
Texts node_notes(const Report& report) {
  Texts notes;
  Names all;
  std::size_t most = 0;
  std::map<std::string, Names> of_rung;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto nodes = nodes_of(run.placement);
    most = std::max(most, nodes.size() + static_cast<std::size_t>(run.placement.unseen_nodes));
    all.insert(nodes.begin(), nodes.end());
    of_rung[name].insert(nodes.begin(), nodes.end());
  });
  if (all.size() <= most) return {};
  RungsByValue groups;
  for (const auto& [rung, nodes] : of_rung) add_rung(groups, nodes_text(nodes), rung);
  notes.push_back(
      fmt::format("not all runs were on the same nodes, so differences between nodes appear as scaling: {}",
                  grouped_text(groups, " for ")));
  return notes;
}

struct Clock {
  double mhz = 0;
  std::string where{};
};

// Idle GPUs clock down too: only the measured window of a run's own GPUs counts.
std::vector<Clock> clocks_of(const ScalingTable& table) {
  std::vector<Clock> clocks;
  for (const auto& point : table.points)
    for (const auto& run : point.runs)
      for (const auto& gpu : run.gpus)
        if (run.value && gpu.sm_clock_mhz && saw_only_own_gpus(point, run))
          clocks.push_back({*gpu.sm_clock_mhz, fmt::format("{} in round {} of {}", gpu.device, run.round,
                                                           point_name(table, point.rung))});
  return clocks;
}

Texts clock_notes(const Report& report) {
  Texts notes;
  constexpr double kSame = 1.05;
  for (const auto& table : report.tables) {
    const auto clocks = clocks_of(table);
    if (clocks.empty()) continue;
    const auto [low, high] =
        std::ranges::minmax_element(clocks, [](const auto& a, const auto& b) { return a.mhz < b.mhz; });
    if (high->mhz > kSame * low->mhz)
      notes.push_back(
          fmt::format("GPUs ran at different clocks, which appears as scaling: {} MHz on {}, {} MHz on {}",
                      three_digits(low->mhz), low->where, three_digits(high->mhz), high->where));
  }
  return notes;
}

Texts misplaced_warnings(const Report& report) {
  std::vector<std::string> warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (is_misplaced(point))
      warnings.push_back(
          fmt::format("{} *: not placed as asked: {}", point_name(table, point.rung), placement_text(point)));
  });
  return warnings;
}

// One switch more on the way between two nodes is more time that the rung does not take by itself.
Texts switch_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto rounds = rounds_by_switches(point.runs);
    if (!differ_in_switches(rounds)) return;
    Texts texts;
    for (const auto& [switches, numbers] : rounds)
      texts.push_back(fmt::format("{} in {}", fmt::join(switches, ", "), numbered_rounds(numbers)));
    warnings.push_back(
        fmt::format("{} *: its nodes were under more leaf switches in some rounds than in others: {}",
                    point_name(table, point.rung), join_truncated(texts, "; ")));
  });
  return warnings;
}

std::string network_of(const Names& transports) {
  Names networks;
  for (const auto& transport : transports)
    if (transport.find("NET/") != std::string::npos) networks.insert(transport);
  return fmt::format("{}", fmt::join(networks, ", "));
}

Texts network_warnings(const Report& report) {
  Texts warnings;
  RungsByValue networks;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto network = network_of(run.placement.nccl_transports);
    if (!network.empty()) add_rung(networks, network, name);
  });
  if (networks.size() > 1)
    warnings.push_back("NCCL did not use the same network in all runs: " + grouped_text(networks, " in "));
  return warnings;
}

Texts unbound_warnings(const Report& report) {
  RungsByValue unbound;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    if (!run.placement.unbound.empty()) add_rung(unbound, run.placement.unbound, name);
  });
  if (unbound.empty()) return {};
  return {"ranks are not bound to their cores: " + grouped_text(unbound, " in ")};
}

}  // namespace

bool is_misplaced(const ScalingPoint& point) { return !misplaced_rounds(point).empty(); }

std::string placement_text(const ScalingPoint& point) {
  if (is_misplaced(point)) return misplaced_text(point);
  std::vector<const Placement*> placements;
  for (const auto& run : point.runs)
    if (run.value) placements.push_back(&run.placement);
  const auto all = [&](const auto& is) {
    return std::ranges::all_of(placements, [&](const auto* placement) { return is(*placement); });
  };
  if (placements.empty()) return "";
  if (!all(is_recorded)) return "not recorded";
  return all(is_as_asked) ? "as asked" : "not seen beyond the command's node";
}

std::string as_asked_text(const Report& report) {
  const auto runs = placed_runs(report);
  return runs.recorded == 0 ? "" : as_asked_text(runs);
}

std::vector<std::string> placement_notes(const Report& report) {
  return joined({requested_placement_notes(report), node_notes(report), clock_notes(report)});
}

std::vector<std::string> placement_warnings(const Report& report) {
  return joined({misplaced_warnings(report), unbound_warnings(report), switch_warnings(report),
                 network_warnings(report)});
}

}  // namespace scalegen::report
