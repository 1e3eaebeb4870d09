#include "analysis/page/run_tables.hpp"

#include <fmt/format.h>

#include <map>

#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::page {
namespace {

using report::Report;

// Calls visit(table, point, run) for the first kMostRuns that the test holds for.
template <class Test, class Visit>
void for_each_run(const Report& report, const Test& test, const Visit& visit) {
  std::size_t count = 0;
  for_each_point(report.tables, [&](const ScalingTable& table, const ScalingPoint& point) {
    for (const auto& run : point.runs)
      if (test(run) && ++count <= kMostRuns) visit(table, point, run);
  });
}

std::string seconds_text(const std::optional<double>& seconds) {
  return seconds ? three_digits(*seconds) : "-";
}

std::string value_cell(const Measurement& run, Quantity quantity) {
  return run.value ? value_text(*run.value, quantity) : "-";
}

bool is_missing(const Measurement& run) { return !run.value && !run.not_needed; }

template <class Texts>
std::string joined(const Texts& texts) {
  return texts.empty() ? "-" : join_truncated({texts.begin(), texts.end()});
}

std::vector<std::string> cores_of(const Placement& placement) {
  std::vector<std::string> cores;
  for (const auto& task : placement.tasks)
    if (!task.cores.empty()) cores.push_back(task.core_list);
  return cores;
}

std::vector<std::string> gpus_of(const Placement& placement) {
  std::map<std::string, int> counts;
  for (const auto& gpu : placement.gpus) ++counts[gpu.name];
  std::vector<std::string> texts;
  for (const auto& [name, count] : counts) texts.push_back(fmt::format("{}x {}", count, name));
  return texts;
}

}  // namespace

TextTable run_table(const Report& report) {
  const auto quantity = report.head.metric.quantity;
  TextTable cells{.header = {"run", "round", report.head.metric.unit, "held s", "job", "about it"}};
  for_each_run(
      report, [](const Measurement&) { return true; },
      [&](const ScalingTable&, const ScalingPoint& point, const Measurement& run) {
        cells.rows.push_back({run.run.empty() ? point.rung : run.run, std::to_string(run.round),
                              value_cell(run, quantity), seconds_text(run.held_seconds),
                              run.job.empty() ? "-" : run.job, run.unmeasured});
      });
  return cells;
}

TextTable unmeasured_table(const Report& report) {
  TextTable cells{.header = {"run", "why it has no figure, and what would help"}};
  for_each_run(report, is_missing,
               [&](const ScalingTable& table, const ScalingPoint& point, const Measurement& run) {
                 const auto name = run.run.empty() ? point_name(table, point.rung) : run.run;
                 cells.rows.push_back({name, run.unmeasured});
               });
  return cells;
}

TextTable placement_table(const Report& report) {
  TextTable cells{.header = {"run", "as asked", "nodes", "cores of ranks", "GPUs"}};
  for_each_run(
      report, [](const Measurement& run) { return run.value && is_recorded(run.placement); },
      [&](const ScalingTable&, const ScalingPoint&, const Measurement& run) {
        const auto& placement = run.placement;
        cells.rows.push_back({run.run, is_as_asked(placement) ? "yes" : joined(placement.differences),
                              joined(nodes_of(placement)), joined(cores_of(placement)),
                              joined(gpus_of(placement))});
      });
  return cells;
}

bool has_more_runs(const Report& report) {
  std::size_t count = 0;
  for_each_point(report.tables, [&](const auto&, const auto& point) { count += point.runs.size(); });
  return count > kMostRuns;
}

}  // namespace scalegen::page
