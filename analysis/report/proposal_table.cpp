#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <set>

#include "analysis/conditions/work.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/document/column.hpp"
#include "analysis/report/proposal.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

using document::Cell;
using document::count_cell;
using document::figure_cell;

constexpr auto kStarNote = "A star marks a figure with a warning; the warnings are at the end.";

/// The work whose time the table has: the same on each rung, or for each rank.
struct TimedWork {
  std::optional<Work> work{};  // nullopt: 1000 of what the rate counts
  bool for_each_rank = false;
  std::string text{};
};

constexpr double kCounted = 1000;

struct SizeRow {
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
  const bool is_weak = table.scaling == Scaling::weak;
  const auto& metric = report.head.metric;
  if (metric.source == MetricSource::wall_time)
    return {.work = run, .text = "the whole command, start-up included"};
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
Cell measured_cell(const SizeRow& row, const std::optional<stats::Estimate>& value) {
  return figure_cell(value, estimate_text, value_star(row.point) != nullptr);
}

Cell time_cell(const SizeRow& row) {
  const auto& metric = row.report.head.metric;
  if (!row.timed.work) {
    const double amount = kCounted * (row.timed.for_each_rank ? rank_count(row.point.shape).value_or(1) : 1);
    return measured_cell(row, verdict::time_of_counted(row.point, *row.point.typical, metric, amount));
  }
  const auto seconds = verdict::time_of_work(row.point, row.point.typical, metric, *row.timed.work);
  return seconds ? measured_cell(row, *seconds) : Cell{};
}

// Those that its ranks have, not all that were allocated: others of a whole node may be idle.
std::optional<std::int64_t> cores_of(const ScalingPoint& point) {
  if (counts_cores(point)) return point.shape.ranks;
  if (!point.asked) return std::nullopt;
  return std::int64_t{point.asked->nodes} * point.asked->tasks_per_node * point.asked->cpus_per_task;
}

bool is_on_gpus(const ScalingPoint& point) { return point.shape.device == DeviceKind::gpu; }

// Efficiencies are per rank: cores say the same only where each rank has as many.
bool are_told_by_cores(const ScalingTable& table) {
  std::set<std::int64_t> of_a_rank;
  for (const auto& point : table.points) {
    if (!point.typical || is_on_gpus(point)) continue;
    const auto cores = cores_of(point);
    if (!cores || point.shape.ranks.value_or(0) == 0 || *cores % *point.shape.ranks != 0) return false;
    of_a_rank.insert(*cores / *point.shape.ranks);
  }
  return of_a_rank.size() == 1;
}

document::Columns<SizeRow> size_columns(const ScalingTable& table) {
  const auto ranks = [](bool on_gpus) {
    return [=](const SizeRow& row) {
      return is_on_gpus(row.point) == on_gpus ? count_cell(row.point.shape.ranks) : Cell{};
    };
  };
  const auto cores = [](const SizeRow& row) {
    return is_on_gpus(row.point) ? Cell{} : count_cell(cores_of(row.point));
  };
  document::Columns<SizeRow> columns{
      {"Size", [](const SizeRow& row) { return Cell{.text = row.point.rung}; }},
      {"Nodes", [](const SizeRow& row) { return count_cell(row.point.shape.nodes); }, true},
      {"GPUs", ranks(true)}};
  if (are_told_by_cores(table))
    columns.push_back({"Cores", cores});
  else
    columns.push_back({"Ranks", ranks(false)});
  return columns;
}

bool has_known_seconds(const Report& report, const ScalingTable& table, const TimedWork& timed) {
  const auto& metric = report.head.metric;
  if (!timed.work) return !counted_things(metric).empty();
  return std::ranges::any_of(table.points, [&](const ScalingPoint& point) {
    return verdict::time_of_work(point, point.typical, metric, *timed.work).has_value();
  });
}

// Where nobody knows what a time is of, or what a rate counts, the figure itself stands there.
document::Columns<SizeRow> proposal_columns(const Report& report, const ScalingTable& table,
                                            const TimedWork& timed) {
  auto columns = size_columns(table);
  if (has_known_seconds(report, table, timed))
    columns.push_back({"Time (s)", time_cell});
  else
    columns.push_back(
        {report.head.metric.unit, [](const SizeRow& row) { return measured_cell(row, row.point.typical); }});
  columns.push_back({"Speedup over " + report.head.baseline.rung, [](const SizeRow& row) {
                       return figure_cell(row.point.speedup, ratio_text,
                                          speedup_star(row.table, row.point) != nullptr);
                     }});
  columns.push_back({"Efficiency", [](const SizeRow& row) {
                       return figure_cell(row.point.efficiency, efficiency_text,
                                          speedup_star(row.table, row.point) != nullptr);
                     }});
  return columns;
}

// "In brackets: 95 % intervals." Ranks have coverages of their own.
std::string brackets_note(const std::set<double>& coverages) {
  if (coverages.empty()) return "";
  const auto least = percent(*coverages.begin());
  const auto most = percent(*coverages.rbegin());
  return least == most ? fmt::format("In brackets: {} intervals.", least)
                       : fmt::format("In brackets: intervals of {} to {}.", least, most);
}

void add_notes(document::Table& made, const ScalingTable& table) {
  bool has_star = false;
  std::set<double> coverages;
  for (const auto& row : made.rows)
    for (const auto& cell : row) {
      has_star = has_star || cell.is_starred;
      if (cell.figure && cell.figure->interval) coverages.insert(cell.figure->interval->coverage);
    }
  if (auto note = brackets_note(coverages); !note.empty()) made.notes.push_back(std::move(note));
  if (std::ranges::any_of(table.points, [](const auto& point) { return point.asked.has_value(); }))
    made.notes.emplace_back("Nodes, GPUs and cores are those that ranks use, not all that was allocated.");
  if (has_star) made.notes.emplace_back(kStarNote);
  for (const auto& point : table.points)
    if (const auto why = unmeasured_text(point); !why.empty())
      made.notes.push_back(fmt::format("{}: {}.", point.rung, why));
}

std::string caption_of(const Report& report, const ScalingTable& table) {
  const auto scaling = report.head.scaling_is_assumed ? "" : ladder_title(report, table.scaling);
  const auto axes = axes_text(table.axes);
  return with_capital(scaling + (scaling.empty() || axes.empty() ? "" : ", ") + axes) +
         (scaling.empty() && axes.empty() ? "Each size that was measured." : ".");
}

}  // namespace

document::Table proposal_table(const Report& report, const ScalingTable& table) {
  const auto timed = timed_work(report, table);
  std::vector<SizeRow> rows;
  for (const auto& point : table.points)
    if (point.typical) rows.push_back({report, table, point, timed});
  auto made = document::table_of(rows, proposal_columns(report, table, timed));
  made.caption = caption_of(report, table);
  if (has_known_seconds(report, table, timed)) made.notes.push_back("Time of " + timed.text + ".");
  add_notes(made, table);
  return made;
}

}  // namespace scalegen::report
