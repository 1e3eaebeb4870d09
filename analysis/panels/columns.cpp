#include "analysis/panels/parts.hpp"

#include <fmt/chrono.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/panels/part_kinds.hpp"
#include "core/units.hpp"

namespace scalegen::panels {
using document::Cell;
using document::Columns;
using document::count_cell;
using document::digits_cell;
using document::Table;

namespace {

using report::Report;

bool is_of(Rows rows, Scaling scaling) {
  return rows == Rows::ladder || (rows == Rows::strong && scaling == Scaling::strong) ||
         (rows == Rows::weak && scaling == Scaling::weak);
}

std::vector<Table> ladder_tables(const PanelTable& panel, const Report& report) {
  std::vector<Table> tables;
  for (const auto* table : ladders_of(panel.rows, report))
    tables.push_back(ladder_table(panel, report, *table));
  return tables;
}

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

Table run_table(const PanelTable& panel, const Report& report) {
  std::vector<RunRow> rows;
  for_each_measured_run(report.tables, [&](const auto& point, const auto& run) {
    rows.push_back({report, point, run});
  });
  return panel_table(panel, rows, run_columns(), report);
}

Table table_of_runs(const PanelTable& panel, const Report& report) {
  if (panel.rows == Rows::runs) return run_table(panel, report);
  const auto* const rung = largest_rung(report);
  if (rung == nullptr) return {};
  for (const auto& run : rung->runs)
    if (run.value)
      return panel.rows == Rows::gpus ? panel_table(panel, run.gpus, gpu_columns(), report)
                                      : panel_table(panel, run.placement.tasks, rank_columns(), report);
  return {};
}

bool is_on_gpus(const Report& report) {
  return any_point(report.tables, [](const auto& point) { return point.shape.device == DeviceKind::gpu; });
}

// What starts the ranks has no number.
void drop_columns_without_meaning(PanelTable& panel, const Report& report) {
  std::erase_if(panel.columns, [&](const PanelColumn& column) {
    const bool is_of_ranks = panel.rows == Rows::ranks && column.name == "rank";
    const bool is_of_gpus = column.name.starts_with("gpu");
    return (is_of_ranks && report.head.start != Start::each_rank) || (is_of_gpus && !is_on_gpus(report));
  });
}

std::string task_note(const Report& report) {
  switch (report.head.start) {
    case Start::each_rank:
      return "";
    case Start::each_node:
      return "A row is a torchrun, which starts the ranks of its node.";
    case Start::once:
      return "The row is the command, which starts the ranks.";
  }
  return "";
}

std::string energy_note(const PanelTable& panel) {
  const bool has_energy =
      std::ranges::any_of(panel.columns, [](const auto& column) { return column.name == "gpu_kwh"; });
  return has_energy ? "Energy is the mean power of the GPUs over the elapsed time." : "";
}

Table noted_table_of_runs(PanelTable panel, const Report& report) {
  drop_columns_without_meaning(panel, report);
  auto table = table_of_runs(panel, report);
  const auto note = panel.rows == Rows::ranks ? task_note(report) : energy_note(panel);
  if (!note.empty()) table.notes.push_back(note);
  return table;
}

}  // namespace

std::vector<std::string> column_names(Rows rows) {
  switch (rows) {
    case Rows::ladder:
    case Rows::strong:
    case Rows::weak:
      return ladder_column_names();
    case Rows::runs:
      return names_of(run_columns());
    case Rows::gpus:
      return names_of(gpu_columns());
    case Rows::ranks:
      return names_of(rank_columns());
    case Rows::campaign:
      return campaign_column_names();
  }
  return {};
}

std::vector<const ScalingTable*> ladders_of(Rows rows, const Report& report) {
  std::vector<const ScalingTable*> ladders;
  for (const auto& table : report.tables)
    if (is_of(rows, table.scaling) &&
        std::ranges::any_of(table.points, [](const auto& p) { return p.typical.has_value(); }))
      ladders.push_back(&table);
  return ladders;
}

std::vector<Table> tables_of(const PanelTable& panel, const Report& report) {
  std::vector<Table> tables;
  if (panel.rows == Rows::campaign)
    tables.push_back(campaign_table(panel, report));
  else if (panel.rows == Rows::ladder || panel.rows == Rows::strong || panel.rows == Rows::weak)
    tables = ladder_tables(panel, report);
  else
    tables.push_back(noted_table_of_runs(panel, report));
  std::erase_if(tables, [](const Table& table) { return table.rows.empty(); });
  return tables;
}

const ScalingPoint* largest_rung(const Report& report) {
  const ScalingPoint* largest = nullptr;
  const auto size = [](const ScalingPoint& point) {
    return std::tuple(point.shape.ranks.value_or(0), point.shape.nodes.value_or(0));
  };
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    if (point.typical && (largest == nullptr || size(point) > size(*largest))) largest = &point;
  });
  return largest;
}

}  // namespace scalegen::panels
