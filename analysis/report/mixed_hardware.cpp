#include "analysis/report/mixed_hardware.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "analysis/report/recorded_runs.hpp"
#include "analysis/report/run_medians.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;
using Names = std::set<std::string>;

// A ladder within the nodes of its largest rung is on one set of nodes.
void note_other_nodes(const Report& report, Texts& notes) {
  Names all;
  std::size_t most = 0;
  std::map<std::string, Names> of_rung;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto nodes = nodes_of(run.placement);
    most = std::max(most, nodes.size());
    all.insert(nodes.begin(), nodes.end());
    of_rung[name].insert(nodes.begin(), nodes.end());
  });
  if (all.size() <= most) return;
  RungsAlike groups;
  for (const auto& [rung, nodes] : of_rung) add_rung(groups, nodes_text(nodes), rung);
  notes.push_back(fmt::format(
      "not all runs were on the same nodes, so that differences between nodes count as scaling: {}",
      rungs_alike_text(groups, " for ")));
}

struct Clock {
  double mhz = 0;
  std::string where{};
};

// Idle GPUs clock down too: only the measured window of each run's own GPUs counts.
std::vector<Clock> clocks_of(const ScalingTable& table) {
  std::vector<Clock> clocks;
  for (const auto& point : table.points)
    for (const auto& run : point.runs)
      for (const auto& gpu : run.gpus)
        if (run.value && gpu.sm_clock_mhz && saw_its_own_gpus(point, run))
          clocks.push_back({*gpu.sm_clock_mhz, fmt::format("{} in round {} of {}", gpu.device, run.round,
                                                           point_name(table, point.rung))});
  return clocks;
}

void note_clocks(const Report& report, Texts& notes) {
  constexpr double kSame = 1.05;
  for (const auto& table : report.tables) {
    const auto clocks = clocks_of(table);
    if (clocks.empty()) continue;
    const auto [low, high] = std::minmax_element(clocks.begin(), clocks.end(),
                                                 [](const auto& a, const auto& b) { return a.mhz < b.mhz; });
    if (high->mhz > kSame * low->mhz)
      notes.push_back(
          fmt::format("GPUs clocked differently, which counts as scaling: {} MHz on {}, {} MHz on {}",
                      three_digits(low->mhz), low->where, three_digits(high->mhz), high->where));
  }
}

std::string network_of(const Names& transports) {
  Names networks;
  for (const auto& transport : transports)
    if (transport.find("NET/") != std::string::npos) networks.insert(transport);
  return fmt::format("{}", fmt::join(networks, ", "));
}

void warn_of_networks(const Report& report, Texts& warnings) {
  RungsAlike networks;
  for_each_recorded_run(report, [&](const auto& name, const auto& run) {
    const auto network = network_of(run.placement.nccl_transports);
    if (!network.empty()) add_rung(networks, network, name);
  });
  if (networks.size() > 1)
    warnings.push_back("NCCL did not take the same network in all runs: " +
                       rungs_alike_text(networks, " in "));
}

}  // namespace

Texts mixed_hardware_notes_of(const Report& report) {
  Texts notes;
  note_other_nodes(report, notes);
  note_clocks(report, notes);
  return notes;
}

Texts mixed_hardware_warnings_of(const Report& report) {
  Texts warnings;
  warn_of_networks(report, warnings);
  return warnings;
}

}  // namespace scalegen
