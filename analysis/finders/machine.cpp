#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/scaling/distinct_values.hpp"
#include "analysis/scaling/ladder.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

// What the machine did besides the runs of a rung. Missing records never count as a disturbance.

namespace scalegen::finders {
namespace {

/// The measured runs of a rung in which something disturbed it.
struct Disturbance {
  double most = 0;
  std::vector<const Measurement*> runs{};
};

template <class Is, class Amount>
Disturbance disturbance_in(const ScalingPoint& point, const Is& is, const Amount& amount) {
  Disturbance found{.runs = runs_that(point, [&](const auto& run) { return run.load && is(*run.load); })};
  for (const auto* run : found.runs) found.most = std::max(found.most, amount(*run->load));
  return found;
}

std::string up_to(const Disturbance& found) { return found.runs.size() > 1 ? "up to " : ""; }

// "31 %", "up to 31 %": whole percents, since the kernel counts no better.
std::string most_text(const Disturbance& found) {
  return fmt::format("{}{:.0f} %", up_to(found), 100 * found.most);
}

void add_disturbance(const ScalingTable& table, const ScalingPoint& point, const Disturbance& found,
                     const std::string& text, Findings& findings) {
  if (!found.runs.empty())
    findings.push_back({.kind = FindingKind::disturbed,
                        .rungs = {point_name(table, point.rung)},
                        .rounds = rounds_of(point, found.runs),
                        .facts = {{"disturbance", text}}});
}

std::vector<std::string> gpus_of(const ScalingPoint& point, const Measurement& run) {
  std::vector<std::string> gpus;
  if (run.start) gpus = run.start->devices;
  if (gpus.empty() && saw_only_own_gpus(point, run))
    for (const auto& gpu : run.gpus) gpus.push_back(gpu.device.substr(gpu.device.find(':') + 1));
  std::erase_if(gpus, [](const auto& gpu) { return !gpu.starts_with("GPU-") && !gpu.starts_with("MIG-"); });
  return gpus;
}

double end_of(const Measurement& run) { return *run.begun + *run.held_seconds; }

/// The runs that had a GPU while another run of the sweep had it.
std::set<const Measurement*> on_shared_gpus(const Measured& measured) {
  constexpr double kSurely = 1;  // seconds
  std::map<std::string, std::vector<const Measurement*>> by_gpu;
  for_each_measured_run(measured.tables, [&](const auto& point, const auto& run) {
    if (run.begun && run.held_seconds)
      for (auto& gpu : gpus_of(point, run)) add_once(by_gpu[std::move(gpu)], &run);
  });
  std::set<const Measurement*> found;
  for (auto& [gpu, runs] : by_gpu) {
    std::ranges::sort(runs, {}, [](const auto* run) { return *run->begun; });
    const Measurement* last = nullptr;  // to end, of those before
    for (const auto* run : runs) {
      if (last != nullptr && end_of(*last) > *run->begun + kSurely) found.insert({last, run});
      if (last == nullptr || end_of(*run) > end_of(*last)) last = run;
    }
  }
  return found;
}

}  // namespace

Findings disturbances(const Measured& measured) {
  Findings all;
  const auto on_shared = on_shared_gpus(measured);
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const Disturbance shared{.runs = runs_that(point, [&](const auto& r) { return on_shared.contains(&r); })};
    add_disturbance(table, point, shared, "another run of the sweep had a GPU of it at the same time", all);
    const Disturbance crowded{.runs = runs_that(point, [&](const auto& run) {
                                const auto gpus = gpus_of(point, run);
                                return std::set<std::string>(gpus.begin(), gpus.end()).size() < gpus.size();
                              })};
    add_disturbance(table, point, crowded, "several of its ranks had one GPU", all);
    const auto others =
        disturbance_in(point, is_disturbed, [](const auto& load) { return load.others.value_or(0); });
    add_disturbance(table, point, others,
                    fmt::format("other programs used {} of its cores' time", most_text(others)), all);
    const auto stolen = disturbance_in(point, is_stolen_from, [](const auto& load) { return load.stolen; });
    add_disturbance(table, point, stolen,
                    fmt::format("other virtual machines took {} of its cores' time", most_text(stolen)), all);
    const auto quota =
        disturbance_in(point, is_throttled, [](const auto& load) { return load.throttled.value_or(0); });
    add_disturbance(
        table, point, quota,
        fmt::format("the CPU quota of its container stopped it for {} of the time", most_text(quota)), all);
    const auto heat = disturbance_in(point, is_slowed_by_heat, [](const auto& load) {
      return static_cast<double>(load.heat_events.value_or(0));
    });
    add_disturbance(table, point, heat,
                    fmt::format("heat slowed its node's cores, {}{}", up_to(heat),
                                counted(static_cast<std::int64_t>(heat.most), "time")),
                    all);
  });
  return all;
}

Findings unexplained_scatter(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    if (const auto scatter = scalegen::unexplained_scatter(point.runs))
      found.push_back({.kind = FindingKind::unexplained_scatter,
                       .rungs = {point_name(table, point.rung)},
                       .facts = {{"range", fmt::format("{:.0f} %", 100 * scatter->range)},
                                 {"explained", fmt::format("{:.2g} %", 100 * scatter->explained)}}});
  });
  return found;
}

// On nodes that Slurm gave whole nobody else is expected. Where the part of others is not known, length does
// not matter.
Findings short_loads(const Measured& measured) {
  Finding found{.kind = FindingKind::too_short_for_load};
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const bool is_alone =
        measured.head.is_scheduled && point.asked && (point.asked->whole_nodes || point.asked->fills_nodes);
    const auto is_short = [](const auto& run) {
      return run.load && run.load->others && !is_long_enough(*run.load);
    };
    if (!is_alone && !runs_that(point, is_short).empty())
      found.rungs.push_back(point_name(table, point.rung));
  });
  return found.rungs.empty() ? Findings() : Findings{std::move(found)};
}

// By which rule disturbed runs count, if there are any.
Findings load_rules(const Measured& measured) {
  std::vector<std::string> left_out;
  bool any = false;
  for_each_point(measured.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      const bool is_disturbed = run.load && has_disturbance(*run.load);
      if (is_disturbed && run.left_out) left_out.push_back(run.run);
      any = any || is_disturbed;
    }
  });
  if (!any) return {};
  return {{.kind = FindingKind::disturbed_rounds,
           .facts = {{"needed", fmt::format("{}", kUndisturbedRounds)},
                     {"left_out", left_out.empty() ? "here none" : join_truncated(left_out)}}}};
}

}  // namespace scalegen::finders
