#pragma once
#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scaling/speedup.hpp"
#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {

/// Calls visit(table, point) for every rung of every table, in the order of the report: for what is said of a
/// rung's comparison with others. A rung that two ladders share comes twice.
template <class Visit>
void for_each_comparison(const std::vector<ScalingTable>& tables, const Visit& visit) {
  for (const auto& table : tables)
    for (const auto& point : table.points) visit(table, point);
}

/// The same for what is said of runs: those that two ladders share come once.
template <class Visit>
void for_each_point(const std::vector<ScalingTable>& tables, const Visit& visit) {
  for_each_comparison(tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    if (!point.is_shared || table.scaling == tables.front().scaling) visit(table, point);
  });
}

/// Calls visit(point, run) for each run that has a value.
template <class Visit>
void for_each_measured_run(const std::vector<ScalingTable>& tables, const Visit& visit) {
  for_each_point(tables, [&](const auto&, const ScalingPoint& point) {
    for (const auto& run : point.runs)
      if (run.value) visit(point, run);
  });
}

/// True if the test holds for a rung, or for a run that has a value.
template <class Test>
bool any_point(const std::vector<ScalingTable>& tables, const Test& test) {
  bool any = false;
  for_each_point(tables, [&](const auto&, const auto& point) { any = any || test(point); });
  return any;
}

template <class Test>
bool any_measured_run(const std::vector<ScalingTable>& tables, const Test& test) {
  bool any = false;
  for_each_measured_run(tables, [&](const auto&, const auto& run) { any = any || test(run); });
  return any;
}

/// The median of what `value` returns for the measured runs that know it.
template <class Value>
std::optional<double> median_over_runs(const ScalingPoint& point, const Value& value) {
  std::vector<double> known;
  for (const auto& run : point.runs)
    if (run.value)
      if (const std::optional<double> found = value(run)) known.push_back(*found);
  return known.empty() ? std::nullopt : std::optional(stats::median(std::move(known)));
}

/// What tells a table from the others of its report: "weak, precision bf16". Empty for an only one.
std::string table_name(const ScalingTable& table);

/// "precision bf16, batch 64"
std::string axes_text(const Settings& axes);

/// The value of an axis of a table; empty if it has none.
std::string axis_text(const ScalingTable& table, const std::string& axis);

/// A rung as texts name it: "2gpu", or "2gpu (weak, precision bf16)" if there are several tables.
std::string point_name(const ScalingTable& table, const std::string& rung);

/// True of a rung that a table counts in cores: the number of its ranks is unknown.
bool counts_cores(const ScalingPoint& point);

/// "8 GPUs", "8 cores" or "8 ranks", of such as a rung has.
std::string counted_workers(const ScalingPoint& point, std::int64_t count);

/// True if the monitor saw as many GPUs as the run has ranks: on a shared node it may see other jobs' GPUs.
bool saw_only_own_gpus(const ScalingPoint& point, const Measurement& run);

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
