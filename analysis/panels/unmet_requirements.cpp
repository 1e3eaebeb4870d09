#include "analysis/panels/parts.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <set>

#include "analysis/document/texts.hpp"
#include "core/plan_file.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::panels {
namespace {

using report::Report;

bool is_measured(const ScalingTable& table) {
  return std::ranges::count_if(table.points, [](const auto& p) { return p.typical.has_value(); }) > 1;
}

void add_scalings(Texts& unmet, const PanelWants& wants, const Report& report) {
  for (const auto scaling : wants.scalings) {
    const bool is_there = std::ranges::any_of(
        report.tables, [&](const auto& table) { return table.scaling == scaling && is_measured(table); });
    if (is_there) continue;
    const auto name = to_text(scaling);
    unmet.push_back(
        report.head.imported
            ? fmt::format("{} scaling: this table has none", name)
            : fmt::format(
                  "{} scaling: none was measured; write "
                  "'scaling: [strong, weak]', for which all runs are measured again, in a new directory",
                  name));
  }
}

std::set<int> node_counts(const Report& report) {
  std::set<int> counts;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (point.typical && point.shape.nodes) counts.insert(*point.shape.nodes);
  });
  return counts;
}

std::string how_to_add_nodes(const Report& report, int nodes) {
  if (report.head.imported) return "";
  if (!report.head.is_scheduled) return "; this machine is one node, so measure on a cluster";
  return fmt::format("; with rungs such as {}nodes in 'scales' only these and their baseline are measured",
                     nodes);
}

void add_node_counts(Texts& unmet, const PanelWants& wants, const Report& report) {
  const auto counts = node_counts(report);
  if (const auto rungs = report::rungs_without_nodes(report); !rungs.empty())
    return unmet.push_back(fmt::format(
        "the nodes of {}: the table does not say them; add a column 'nodes' to it", join_truncated(rungs)));
  if (static_cast<int>(counts.size()) >= wants.node_counts) return;
  unmet.push_back(fmt::format("{} different numbers of nodes: {} measured{}{}", wants.node_counts,
                              counts.empty()       ? "none was"
                              : counts.size() == 1 ? "one was"
                                                   : fmt::format("{} were", counts.size()),
                              counts.empty() ? "" : fmt::format(" ({})", fmt::join(counts, ", ")),
                              how_to_add_nodes(report, counts.empty() ? 2 : 2 * *counts.rbegin())));
}

// Rungs compare only with a baseline of their own rounds.
std::string how_to_begin_at_a_node(const Report& report) {
  std::string rung;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (rung.empty() && point.typical && point.shape.nodes == 1 && is_whole_node(point)) rung = point.rung;
  });
  return rung.empty() ? "a baseline of 1node takes another sweep, all of whose runs are measured again"
                      : fmt::format("'baseline: {}' is one, and nothing is measured again for it", rung);
}

void add_whole_nodes(Texts& unmet, const Report& report) {
  const auto& baseline = report.head.baseline.rung;
  const ScalingPoint* found = nullptr;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (point.rung == baseline && point.typical) found = &point;
  });
  if (found == nullptr || !found->shape.nodes || is_whole_node(*found)) return;
  unmet.push_back(fmt::format("a whole node as the unit: the baseline {} is a part of one; {}", baseline,
                              how_to_begin_at_a_node(report)));
}

// The measured steps where there are any, else the whole command.
std::optional<double> measured_seconds(const Measurement& run) {
  if (run.window) return run.window->seconds;
  if (run.command) return seconds(*run.command);
  return run.held_seconds;
}

void add_shortest_run(Texts& unmet, std::chrono::seconds least, const Report& report) {
  std::optional<double> shortest;
  std::string rung;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      const auto seconds = run.value ? measured_seconds(run) : std::nullopt;
      if (!seconds || (shortest && *seconds >= *shortest)) continue;
      shortest = seconds;
      rung = point_name(table, point.rung);
    }
  });
  if (!shortest || *shortest >= static_cast<double>(least.count())) return;
  unmet.push_back(
      fmt::format("runs of at least {}: the shortest, of {}, was measured for {} s; more steps take another "
                  "sweep, all of whose runs are measured again",
                  duration_text(least), rung, three_digits(*shortest)));
}

void add_unmeasured_sizes(Texts& unmet, const Report& report) {
  for (const auto& [cost, rung, table, planned] : priced_campaign(report)) {
    if (rung == nullptr)
      unmet.push_back(fmt::format("a measurement at the size of '{}': {}", cost.line.run, cost.not_known));
    else if (!planned.empty())
      unmet.push_back(fmt::format(
          "one size: 'campaign' has {0} for '{1}', a size that the verdict does not allow: '{1}' is "
          "priced on {2}, which is asked for",
          planned, cost.line.run, rung->rung));
  }
}

void add_trust(Texts& unmet, const Report& report) {
  Texts starred;
  Texts not_measured;
  bool has_interval = false;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
    const auto name = point_name(table, point.rung);
    has_interval = has_interval || (point.speedup && point.speedup->interval);
    if (!point.typical) not_measured.push_back(name);
    if (point.typical && speedup_star(table, point) != nullptr) starred.push_back(name);
  });
  if (!has_interval && report.head.rounds == 1)
    unmet.push_back(fmt::format(
        "intervals: {}", report.head.imported ? "add the lines of further rounds"
                                              : "write 'repeats: 3'; only the further rounds are measured"));
  if (!not_measured.empty())
    unmet.push_back(
        fmt::format("rungs that were planned and have no figure: {}", fmt::join(not_measured, ", ")));
  if (!starred.empty())
    unmet.push_back(fmt::format("figures without a star: {} have one, and the warnings say why",
                                fmt::join(starred, ", ")));
}

}  // namespace

bool is_whole_node(const ScalingPoint& point) {
  if (!point.asked) return point.shape.nodes.has_value();
  return point.asked->whole_nodes || point.asked->fills_nodes;
}

Texts unmet_requirements(const Panel& panel, const Report& report) {
  const auto& wants = panel.wants;
  Texts unmet;
  add_scalings(unmet, wants, report);
  if (wants.node_counts > 0) add_node_counts(unmet, wants, report);
  if (wants.whole_nodes) add_whole_nodes(unmet, report);
  if (wants.shortest_run) add_shortest_run(unmet, *wants.shortest_run, report);
  add_unmeasured_sizes(unmet, report);
  add_trust(unmet, report);
  return unmet;
}

}  // namespace scalegen::panels
