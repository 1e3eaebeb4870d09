#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/scaling/confounders.hpp"
#include "analysis/scaling/points.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::finders {
namespace {

using Names = std::set<std::string>;

std::string misplaced_text(const ScalingPoint& point) {
  std::map<std::string, std::vector<int>> rounds;  // by their differences
  for (const auto* run : runs_that(point, [](const auto& r) { return !r.placement.differences.empty(); }))
    rounds[fmt::format("{}", fmt::join(run->placement.differences, "; "))].push_back(run->round);
  Texts texts;
  for (const auto& [differences, numbers] : rounds)
    texts.push_back(point.runs.size() == 1 ? differences
                                           : fmt::format("{}: {}", numbered_rounds(numbers), differences));
  return fmt::format("{}", fmt::join(texts, "; "));
}

std::string network_of(const Names& transports) {
  Names networks;
  for (const auto& transport : transports)
    if (transport.find("NET/") != std::string::npos) networks.insert(transport);
  return fmt::format("{}", fmt::join(networks, ", "));
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

std::string clock_text(const Clock& clock) {
  return fmt::format("{} MHz on {}", three_digits(clock.mhz), clock.where);
}

}  // namespace

Findings other_bills(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::other_bill,
      [](const Measurement& run) { return run.other_bill && !run.other_bill->reason.empty(); },
      [](const Measurement& first) {
        const auto& bill = *first.other_bill;
        return Facts{{"given", bill.given}, {"planned", bill.planned}, {"reason", bill.reason}};
      });
}

Findings misplaced_runs(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    if (auto text = misplaced_text(point); !text.empty())
      found.push_back({.kind = FindingKind::misplaced,
                       .rungs = {point_name(table, point.rung)},
                       .facts = {{"differences", std::move(text)}}});
  });
  return found;
}

Findings unbound_ranks(const Measured& measured) {
  RungsByValue unbound;
  for_each_recorded_run(measured.tables, [&](const auto& name, const auto& run) {
    if (!run.placement.unbound.empty()) add_rung(unbound, run.placement.unbound, name);
  });
  if (unbound.empty()) return {};
  return {{.kind = FindingKind::unbound, .facts = {{"where", grouped_text(unbound, " in ")}}}};
}

// One switch more on the way between two nodes is more time that the rung does not take by itself.
Findings differing_switches(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto rounds = rounds_by_switches(point.runs);
    if (!differ_in_switches(rounds)) return;
    Texts texts;
    for (const auto& [switches, numbers] : rounds)
      texts.push_back(fmt::format("{} in {}", fmt::join(switches, ", "), numbered_rounds(numbers)));
    found.push_back({.kind = FindingKind::more_switches,
                     .rungs = {point_name(table, point.rung)},
                     .facts = {{"switches", join_truncated(texts, "; ")}}});
  });
  return found;
}

Findings differing_networks(const Measured& measured) {
  RungsByValue networks;
  for_each_recorded_run(measured.tables, [&](const auto& name, const auto& run) {
    const auto network = network_of(run.placement.nccl_transports);
    if (!network.empty()) add_rung(networks, network, name);
  });
  if (networks.size() < 2) return {};
  return {{.kind = FindingKind::other_network, .facts = {{"networks", grouped_text(networks, " in ")}}}};
}

// Nothing is found if all runs stayed within as many nodes as the largest run used.
Findings differing_nodes(const Measured& measured) {
  Names all;
  std::size_t most = 0;
  std::map<std::string, Names> of_rung;
  for_each_recorded_run(measured.tables, [&](const auto& name, const auto& run) {
    const auto nodes = nodes_of(run.placement);
    most = std::max(most, nodes.size() + static_cast<std::size_t>(run.placement.unseen_nodes));
    all.insert(nodes.begin(), nodes.end());
    of_rung[name].insert(nodes.begin(), nodes.end());
  });
  if (all.size() <= most) return {};
  RungsByValue groups;
  for (const auto& [rung, nodes] : of_rung) add_rung(groups, nodes_text(nodes), rung);
  return {{.kind = FindingKind::other_nodes, .facts = {{"nodes", grouped_text(groups, " for ")}}}};
}

Findings differing_clocks(const Measured& measured) {
  constexpr double kSame = 1.05;
  Findings found;
  for (const auto& table : measured.tables) {
    const auto clocks = clocks_of(table);
    if (clocks.empty()) continue;
    const auto [low, high] = std::ranges::minmax_element(clocks, {}, &Clock::mhz);
    if (high->mhz > kSame * low->mhz)
      found.push_back({.kind = FindingKind::other_clocks,
                       .facts = {{"low", clock_text(*low)}, {"high", clock_text(*high)}}});
  }
  return found;
}

}  // namespace scalegen::finders
