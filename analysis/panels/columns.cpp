#include "analysis/panels/columns.hpp"

#include <algorithm>
#include <tuple>

#include "analysis/panels/row_kinds.hpp"
#include "analysis/panels/words.hpp"

namespace scalegen::panels {
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

Table table_of_runs(const PanelTable& panel, const Report& report) {
  if (panel.rows == Rows::runs) return run_table(panel, report);
  const auto* const rung = largest_rung(report);
  if (rung == nullptr) return {};
  for (const auto& run : rung->runs)
    if (run.value)
      return panel.rows == Rows::gpus ? gpu_table(panel, report, run) : rank_table(panel, report, run);
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
      return run_column_names();
    case Rows::gpus:
      return gpu_column_names();
    case Rows::ranks:
      return rank_column_names();
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
