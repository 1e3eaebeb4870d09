#include <algorithm>
#include <set>

#include "analysis/conditions/work.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/panels/part_kinds.hpp"
#include "analysis/panels/parts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/time_of_work.hpp"

namespace scalegen::panels {
using document::Cell;
using document::Columns;
using document::count_cell;
using document::digits_cell;
using document::figure_cell;
using document::Table;

namespace {

using report::Report;

bool is_wall_time(const Report& report) { return report.head.metric.source == MetricSource::wall_time; }

/// The work whose time a ladder's column `seconds` has: the same on each rung, or for each rank.
struct TimedWork {
  std::optional<Work> work{};  // nullopt: 1000 of what the rate counts
  bool for_each_rank = false;
  std::string text{};
};

constexpr double kCounted = 1000;

struct LadderRow {
  const Report& report;
  const ScalingTable& table;
  const ScalingPoint& point;
  const TimedWork& timed;
};

// The samples of a run that the rungs share: in all, or for each rank of a weak ladder.
std::optional<double> common_samples_of_a_run(const ScalingTable& table) {
  std::set<double> all;
  for (const auto& point : table.points)
    for (const auto& run : point.runs) {
      if (!run.value) continue;
      const auto samples = samples_per_run(point.shape, run.conditions);
      if (!samples) return std::nullopt;
      all.insert(table.scaling == Scaling::weak ? *samples / rank_count(point.shape).value_or(1) : *samples);
    }
  return all.size() == 1 ? std::optional(*all.begin()) : std::nullopt;
}

bool is_known_for_all(const Report& report, const ScalingTable& table, const Work& work) {
  return std::ranges::all_of(table.points, [&](const ScalingPoint& point) {
    return !point.typical || verdict::time_of_work(point, point.typical, report.head.metric, work);
  });
}

// Of a time for the whole of a run, from which nothing is computed.
std::string run_text(const Metric& metric) {
  return metric.source == MetricSource::printed ? "a run, as the program prints it"
                                                : "a run, as in the table";
}

// Whose speed a time is computed from.
std::string speed_text(const Metric& metric) {
  if (metric.source == MetricSource::printed) return "at the speed that the program prints";
  return metric.source == MetricSource::table ? "at the speed in the table"
                                              : "at the speed of its measured steps";
}

// A step of a ladder whose batches fit its scaling is the same work.
TimedWork timed_work(const Report& report, const ScalingTable& table) {
  const Work run{.unit = Work::Unit::runs, .amount = 1};
  const Work step{.unit = Work::Unit::steps, .amount = 1};
  if (is_wall_time(report)) return {.work = run, .text = "the whole command, start-up included"};
  const bool is_weak = table.scaling == Scaling::weak;
  const auto& metric = report.head.metric;
  if (is_time_of_run(metric) && is_known_for_all(report, table, run))
    return {.work = run, .text = run_text(metric)};
  const auto samples = common_samples_of_a_run(table);
  if (samples && is_known_for_all(report, table, run))
    return {.work = run,
            .text = fmt::format("the {:.0f} samples of a run{}, {}", *samples, is_weak ? " on each rank" : "",
                                speed_text(metric))};
  if (is_known_for_all(report, table, step)) return {.work = step, .text = "a step, " + speed_text(metric)};
  const Work epoch{.unit = Work::Unit::epochs, .amount = 1};
  if (is_known_for_all(report, table, epoch))
    return {.work = epoch, .text = "an epoch, " + speed_text(metric)};
  return {.for_each_rank = is_weak,
          .text = fmt::format("1000 {}{}, {}", counted_things(metric), is_weak ? " on each rank" : "",
                              speed_text(metric))};
}

// A value of a rung that may not be trusted has a star, whatever it is compared with.
Cell measured_cell(const LadderRow& row, const std::optional<stats::Estimate>& value) {
  return figure_cell(value, estimate_text, value_star(row.point) != nullptr);
}

Cell time_cell(const LadderRow& row, Work work) {
  const auto seconds = verdict::time_of_work(row.point, row.point.typical, row.report.head.metric, work);
  return seconds ? measured_cell(row, *seconds) : Cell{};
}

Cell seconds_cell(const LadderRow& row) {
  if (row.timed.work) return time_cell(row, *row.timed.work);
  const double amount = kCounted * (row.timed.for_each_rank ? rank_count(row.point.shape).value_or(1) : 1);
  return measured_cell(
      row, verdict::time_of_counted(row.point, *row.point.typical, row.report.head.metric, amount));
}

Cell speedup_cell(const LadderRow& row) {
  return figure_cell(row.point.speedup, ratio_text, speedup_star(row.table, row.point) != nullptr);
}

Cell efficiency_cell(const LadderRow& row) {
  return figure_cell(row.point.efficiency, efficiency_text, speedup_star(row.table, row.point) != nullptr);
}

Cell doubling_cell(const LadderRow& row) {
  if (!row.point.doubling) return {};
  return figure_cell(row.point.doubling->speedup, ratio_text, doubling_star(row.table, row.point) != nullptr);
}

std::optional<double> gpus_of(const ScalingPoint& point) {
  if (point.rate) return point.rate->gpu_hours;
  if (point.shape.device == DeviceKind::gpu) return point.shape.ranks;
  return std::nullopt;
}

std::optional<double> cores_of(const ScalingPoint& point) {
  if (point.rate && point.rate->core_hours > 0) return point.rate->core_hours;
  return counts_cores(point) ? point.shape.ranks : std::nullopt;
}

std::optional<int> processes_of(const ScalingPoint& point) {
  return !point.asked && counts_cores(point) ? std::nullopt : rank_count(point.shape);
}

std::optional<int> processes_per_node(const ScalingPoint& point) {
  const auto processes = processes_of(point);
  return processes && point.shape.nodes ? std::optional(*processes / *point.shape.nodes) : std::nullopt;
}

std::optional<double> node_memory_mib(const ScalingPoint& point) {
  std::optional<double> most;
  for (const auto& run : point.runs)
    if (run.peak_memory_mib) most = std::max(most.value_or(0), static_cast<double>(*run.peak_memory_mib));
  return most;
}

const Columns<LadderRow>& ladder_columns() {
  static const Columns<LadderRow> all{
      {"rung", [](const auto& row) { return Cell{.text = row.point.rung}; }},
      {"nodes", [](const auto& row) { return count_cell(row.point.shape.nodes); }},
      {"gpus", [](const auto& row) { return count_cell(gpus_of(row.point)); }},
      {"cores", [](const auto& row) { return count_cell(cores_of(row.point)); }},
      {"processes", [](const auto& row) { return count_cell(processes_of(row.point)); }},
      {"processes_per_node", [](const auto& row) { return count_cell(processes_per_node(row.point)); }},
      {"rounds", [](const auto& row) { return count_cell(std::optional(values_of(row.point.runs).size())); }},
      {"performance", [](const auto& row) { return measured_cell(row, row.point.typical); }},
      {"seconds", seconds_cell},
      {"step_seconds",
       [](const auto& row) { return time_cell(row, {.unit = Work::Unit::steps, .amount = 1}); }},
      {"speedup", speedup_cell},
      {"efficiency", efficiency_cell},
      {"per_doubling", doubling_cell},
      {"gpu_percent",
       [](const auto& row) { return digits_cell(report::gpu_usage_of(row.point).utilisation_percent); }},
      {"gpu_memory_gib",
       [](const auto& row) { return gib_cell(report::gpu_usage_of(row.point).peak_memory_mib); }},
      {"gpu_watts", [](const auto& row) { return digits_cell(report::gpu_usage_of(row.point).power_w); }},
      {"node_memory_gib", [](const auto& row) { return gib_cell(node_memory_mib(row.point)); }}};
  return all;
}

bool has_column(const PanelTable& table, std::string_view name) {
  return std::ranges::any_of(table.columns, [&](const auto& c) { return c.name == name; });
}

void erase_column(PanelTable& panel, std::string_view name) {
  std::erase_if(panel.columns, [&](const auto& column) { return column.name == name; });
}

constexpr auto kFurther = "further";  // a column for each figure beside the speed, behind the others

void add_further(Table& table, const std::vector<LadderRow>& rows, const Report& report) {
  for (const auto& metric : report.head.further) {
    table.header.push_back(report::title_of(metric));
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const auto value = report::further_figure(rows[i].point, metric.name);
      table.rows[i].push_back(
          value ? Cell{.text = report::further_text(rows[i].point, metric), .figure = stats::Estimate{*value}}
                : Cell{.text = document::kUnknown});
    }
  }
}

bool has_known_seconds(const Report& report, const ScalingTable& table, const TimedWork& timed) {
  const auto& metric = report.head.metric;
  if (!timed.work) return !counted_things(metric).empty();
  return std::ranges::any_of(table.points, [&](const ScalingPoint& point) {
    return verdict::time_of_work(point, point.typical, metric, *timed.work).has_value();
  });
}

// A measured time is what the column of seconds has. Where nobody knows what a time is of, or what a rate
// counts, there are no seconds. Rungs on CPUs have no GPUs.
PanelTable with_columns_for(PanelTable panel, const Report& report, const ScalingTable& table,
                            const TimedWork& timed) {
  if (has_column(panel, "seconds")) {
    if (!has_known_seconds(report, table, timed))
      erase_column(panel, "seconds");
    else if (report.head.metric.quantity == Quantity::time)
      erase_column(panel, "performance");
  }
  if (std::ranges::all_of(table.points,
                          [](const auto& point) { return point.shape.device == DeviceKind::cpu; }))
    std::erase_if(panel.columns, [](const auto& column) { return column.name.starts_with("gpu"); });
  return panel;
}

// "In brackets: 95 % intervals." Ranks have coverages of their own.
std::string brackets_note(const std::set<double>& coverages) {
  if (coverages.empty()) return "";
  const auto least = percent(*coverages.begin());
  const auto most = percent(*coverages.rbegin());
  return least == most ? fmt::format("In brackets: {} intervals.", least)
                       : fmt::format("In brackets: intervals of {} to {}.", least, most);
}

std::vector<std::string> notes_of(const PanelTable& panel, const Table& table, const TimedWork& timed) {
  std::vector<std::string> notes;
  if (has_column(panel, "seconds")) notes.push_back("Time of " + timed.text + ".");
  bool has_star = false;
  std::set<double> coverages;
  for (const auto& row : table.rows)
    for (const auto& cell : row) {
      has_star = has_star || cell.is_starred;
      if (cell.figure && cell.figure->interval) coverages.insert(cell.figure->interval->coverage);
    }
  if (auto note = brackets_note(coverages); !note.empty()) notes.push_back(std::move(note));
  if (has_star) notes.emplace_back(kStarNote);
  return notes;
}

}  // namespace

std::vector<std::string> ladder_column_names() {
  auto names = names_of(ladder_columns());
  names.emplace_back(kFurther);
  return names;
}

Table ladder_table(const PanelTable& wanted, const Report& report, const ScalingTable& table) {
  const auto timed = timed_work(report, table);
  auto panel = with_columns_for(wanted, report, table, timed);
  erase_column(panel, kFurther);
  std::vector<LadderRow> rows;
  for (const auto& point : table.points)
    if (point.typical) rows.push_back({report, table, point, timed});
  auto filled_in = panel_table(panel, rows, ladder_columns(), report, &table);
  if (has_column(wanted, kFurther)) add_further(filled_in, rows, report);
  if (!table.axes.empty()) filled_in.caption += fmt::format(" ({})", table_name(table));
  filled_in.notes = notes_of(panel, filled_in, timed);
  return filled_in;
}

}  // namespace scalegen::panels
