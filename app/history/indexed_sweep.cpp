#include "app/history/indexed_sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "app/sweep_report.hpp"
#include "core/plan_file.hpp"

namespace scalegen::history {
namespace {

// True if an update of the machine or of its software changes it: that is what a history is to show.
bool is_of_the_machine(std::string_view key) {
  constexpr auto kKeys =
      std::to_array<std::string_view>({"torch", "device", "device_name", "backend", "threads"});
  return std::ranges::find(kKeys, key) != kKeys.end();
}

// A run of so many seconds makes as many steps as it can: others the next time.
bool follows_from_the_seconds(const Settings& settings, std::string_view key) {
  return find(settings, "seconds") != nullptr && (key == "steps" || key == "samples");
}

std::string settings_of(const report::ReportHead& head, const ScalingTable& table,
                        const ScalingPoint& point) {
  const auto first = std::ranges::find_if(point.runs, [](const auto& run) { return run.value.has_value(); });
  auto settings = first->conditions;
  std::ranges::sort(settings, [](const auto& a, const auto& b) { return a.name < b.name; });
  auto text =
      fmt::format("{}; {} from {}", to_text(table.scaling), head.metric.unit, to_text(head.metric.source));
  for (const auto& setting : settings)
    if (!is_of_the_machine(setting.name) && !follows_from_the_seconds(settings, setting.name))
      text += fmt::format("; {}={}", setting.name, to_text(setting.value));
  return text;
}

std::vector<double> log_times(const ScalingPoint& point, Quantity quantity) {
  auto logs = values_of(point.runs);
  for (double& value : logs) value = quantity == Quantity::time ? std::log(value) : -std::log(value);
  return logs;
}

std::string version_of(const Measurement& run) {
  return run.start && run.start->version ? *run.start->version : "";
}

}  // namespace

IndexedSweep indexed(const report::Report& report, const std::string& commit) {
  const auto& head = report.head;
  IndexedSweep sweep{.folder = head.source,
                     .name = head.name,
                     .cluster = head.cluster,
                     .program = commit,
                     .unit = head.metric.unit,
                     .quantity = head.metric.quantity,
                     .runs = report::identities_of(report)};
  double last_begun = 0;
  for_each_point(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    for (const auto& run : point.runs) last_begun = std::max(last_begun, run.begun.value_or(0));
    if (!point.typical && !std::ranges::all_of(point.runs, &Measurement::not_needed))
      sweep.unmeasured.push_back({.name = point_name(table, point.rung), .rung = point.rung});
    if (!point.typical) return;
    sweep.rungs.push_back({.name = point_name(table, point.rung),
                           .rung = point.rung,
                           .settings = settings_of(head, table, point),
                           .logs = log_times(point, head.metric.quantity),
                           .typical = *point.typical,
                           .speedup = point.is_baseline ? std::nullopt : point.speedup,
                           .efficiency = point.is_baseline ? std::nullopt : point.efficiency,
                           .is_marked = value_star(point) != nullptr,
                           .is_speedup_starred = speedup_star(table, point) != nullptr});
  });
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    sweep.measured = std::max(sweep.measured, run.begun.value_or(0));
    if (sweep.program.empty()) sweep.program = version_of(run);
  });
  if (sweep.rungs.empty()) sweep.problem = "nothing is measured";
  if (sweep.rungs.empty()) sweep.measured = last_begun;
  return sweep;
}

IndexedSweep read_sweep(const std::string& folder, std::string fingerprint) {
  const auto read = report_on(folder);
  auto sweep = read ? indexed(read->report, read->report.head.commit)
                    : IndexedSweep{.problem = read.error().front().message};
  sweep.folder = folder;
  sweep.fingerprint = std::move(fingerprint);
  return sweep;
}

}  // namespace scalegen::history
