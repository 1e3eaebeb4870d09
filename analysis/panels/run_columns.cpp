#include <fmt/chrono.h>

#include <chrono>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/panels/row_kinds.hpp"
#include "core/units.hpp"

namespace scalegen::panels {
using document::Cell;
using document::Columns;
using document::count_cell;
using document::digits_cell;
using document::Table;

namespace {

using report::Report;

struct RunRow {
  const Report& report;
  const ScalingPoint& point;
  const Measurement& run;
};

// UTC, to the second.
Cell time_cell(const std::optional<double>& unix_seconds) {
  if (!unix_seconds) return {};
  return {.text = fmt::format("{:%Y-%m-%d %H:%M:%S}", fmt::gmtime(static_cast<std::time_t>(*unix_seconds)))};
}

std::optional<double> ended(const Measurement& run) {
  if (!run.begun || !run.held_seconds) return std::nullopt;
  return *run.begun + *run.held_seconds;
}

Cell elapsed_cell(const RunRow& row) {
  if (!row.run.held_seconds) return {};
  return {.text = duration_text(std::chrono::seconds(std::llround(*row.run.held_seconds))),
          .figure = stats::Estimate{*row.run.held_seconds}};
}

std::optional<double> kwh_of(const RunRow& row) {
  const auto joules = joules_of_the_allocation(row.point, row.run);
  return joules ? std::optional(*joules / kJoulesOfKwh) : std::nullopt;
}

const Columns<RunRow>& run_columns() {
  static const Columns<RunRow> all{
      {"run", [](const auto& row) { return Cell{.text = row.run.run}; }},
      {"job", [](const auto& row) { return Cell{.text = row.run.job}; }},
      {"account", [](const auto& row) { return Cell{.text = row.report.head.account}; }},
      {"rung", [](const auto& row) { return Cell{.text = row.point.rung}; }},
      {"nodes", [](const auto& row) { return count_cell(row.point.shape.nodes); }},
      {"processes", [](const auto& row) { return count_cell(row.point.shape.ranks); }},
      {"gpus",
       [](const auto& row) {
         return row.run.gpus.empty() ? Cell{} : count_cell(std::optional(row.run.gpus.size()));
       }},
      {"begin", [](const auto& row) { return time_cell(row.run.begun); }},
      {"end", [](const auto& row) { return time_cell(ended(row.run)); }},
      {"elapsed", elapsed_cell},
      {"gpu_kwh", [](const auto& row) { return digits_cell(kwh_of(row)); }},
      {"gpu_watts", [](const auto& row) { return digits_cell(combine(row.run.gpus).power_w); }},
      {"gpu_percent", [](const auto& row) { return digits_cell(combine(row.run.gpus).utilisation_percent); }},
      {"gpu_memory_gib", [](const auto& row) { return gib_cell(combine(row.run.gpus).peak_memory_mib); }},
      {"node_memory_gib", [](const auto& row) {
         return gib_cell(row.run.peak_memory_mib ? std::optional<double>(*row.run.peak_memory_mib)
                                                 : std::nullopt);
       }}};
  return all;
}

// A device of the monitor is called host:uuid.
std::pair<std::string, std::string> host_and_gpu(const GpuUsage& gpu) {
  const auto colon = gpu.device.find(':');
  if (colon == std::string::npos) return {"", gpu.device};
  return {gpu.device.substr(0, colon), gpu.device.substr(colon + 1)};
}

const Columns<GpuUsage>& gpu_columns() {
  static const Columns<GpuUsage> all{
      {"node", [](const auto& gpu) { return Cell{.text = host_and_gpu(gpu).first}; }},
      {"gpu", [](const auto& gpu) { return Cell{.text = host_and_gpu(gpu).second}; }},
      {"samples", [](const auto& gpu) { return count_cell(std::optional(gpu.samples)); }},
      {"gpu_percent", [](const auto& gpu) { return digits_cell(gpu.utilisation_percent); }},
      {"gpu_memory_gib", [](const auto& gpu) { return gib_cell(gpu.peak_memory_mib); }},
      {"gpu_watts", [](const auto& gpu) { return digits_cell(gpu.power_w); }},
      {"clock_mhz", [](const auto& gpu) { return digits_cell(gpu.sm_clock_mhz); }}};
  return all;
}

const Columns<TaskPlacement>& rank_columns() {
  static const Columns<TaskPlacement> all{
      {"rank", [](const auto& task) { return count_cell(task.rank); }},
      {"node", [](const auto& task) { return Cell{.text = task.host}; }},
      {"cores", [](const auto& task) { return Cell{.text = task.core_list}; }},
      {"gpus", [](const auto& task) { return Cell{.text = task.visible_gpus}; }}};
  return all;
}

}  // namespace

std::vector<std::string> run_column_names() { return names_of(run_columns()); }
std::vector<std::string> gpu_column_names() { return names_of(gpu_columns()); }
std::vector<std::string> rank_column_names() { return names_of(rank_columns()); }

Table run_table(const PanelTable& panel, const Report& report) {
  std::vector<RunRow> rows;
  for_each_measured_run(report.tables, [&](const auto& point, const auto& run) {
    rows.push_back({report, point, run});
  });
  return panel_table(panel, rows, run_columns(), report);
}

Table gpu_table(const PanelTable& panel, const Report& report, const Measurement& run) {
  return panel_table(panel, run.gpus, gpu_columns(), report);
}

Table rank_table(const PanelTable& panel, const Report& report, const Measurement& run) {
  return panel_table(panel, run.placement.tasks, rank_columns(), report);
}

}  // namespace scalegen::panels
