#include "analysis/report/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <chrono>
#include <map>
#include <set>

#include "analysis/conditions/work.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/report/condition_text.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/distinct_values.hpp"
#include "core/gone.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

// " (4 GPUs)" behind "1node"; empty where a name says its ranks, or nothing does.
std::string ranks_of_whole_nodes(const Report& report, const std::string& rung) {
  const auto spec = parse_rung(rung);
  std::string text;
  if (!spec || spec->unit != RungSpec::Unit::whole_nodes) return text;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    if (point.rung == rung && point.shape.ranks)
      text = fmt::format(" ({})", counted_workers(point, *point.shape.ranks));
  });
  return text;
}

bool has_other_baselines(const Report& report) {
  return std::ranges::any_of(report.tables, [&](const ScalingTable& table) {
    const auto position = position_of_baseline(table);
    return position && table.points[*position].rung != report.head.baseline.rung;
  });
}

Texts baseline_notes(const Report& report) {
  if (has_other_baselines(report))
    return {"baseline: of each table its smallest rung, but for one that is asked for"};
  const auto& [rung, reason] = report.head.baseline;
  return {fmt::format("baseline: {}{}, {}", rung, ranks_of_whole_nodes(report, rung), reason)};
}

// While nothing is measured, the source of the values is only expected.
bool is_any_measured(const Report& report) {
  return any_point(report.tables, [](const auto& point) { return point.typical.has_value(); });
}

bool has_speedups(const Report& report) {
  return any_point(report.tables, [](const auto& point) { return point.speedup && !point.is_baseline; });
}

// A rate of a GPU where only nodes are known.
bool is_of_ranks_on_nodes(const Report& report) {
  const auto& metric = report.head.metric;
  return metric.quantity == Quantity::rate && parse_unit(metric.unit).per_rank &&
         any_point(report.tables,
                   [](const auto& point) { return !point.shape.ranks && point.shape.nodes.value_or(1) > 1; });
}

Texts source_notes(const Report& report) {
  const auto source = report.head.metric.source;
  if (source == MetricSource::printed) return {printed_values_note(report)};
  if (source != MetricSource::event_lines || !report.head.own_program || !is_any_measured(report)) return {};
  return {"values: event lines of the program"};
}

Texts wall_time_notes(const Report& report) {
  const auto source = report.head.metric.source;
  if (source != MetricSource::wall_time) return {};
  return {"values: " + to_text(source) + ", start-up included"};
}

Texts metric_notes(const Report& report) {
  const auto& metric = report.head.metric;
  auto notes = joined({printed_notes(report), further_notes(report)});
  if (!metric.not_read.empty())
    notes.push_back(fmt::format("not read: {} (only the first metric of the sweep is reported)",
                                fmt::join(metric.not_read, ", ")));
  if (!has_speedups(report)) return notes;
  for (const auto scaling : report.head.scalings)
    if (const auto work = work_text(metric, scaling); !work.empty())
      if (!is_of_ranks_on_nodes(report)) add_once(notes, "speedups compare " + work);
  return notes;
}

constexpr std::size_t kLongestColumn = 100;  // of a name, in bytes

Texts column_notes(const Report& report) {
  Texts notes;
  std::vector<std::string> names;
  for (const auto& column : report.head.columns_not_read)
    names.push_back('\'' + at_most(column, kLongestColumn) + '\'');
  if (!names.empty()) notes.push_back("columns not read: " + join_truncated(names));
  return notes;
}

// How a table was read where it leaves something open.
Texts reading_notes(const Report& report) {
  const auto& reading = report.head.reading;
  Texts notes;
  for (const auto& total : reading.totals)
    notes.push_back(fmt::format("'{}' counts those of all nodes: each row has {} on each node", total.name,
                                total.on_each_node));
  if (is_of_ranks_on_nodes(report))
    notes.push_back(
        fmt::format("'{}' counts as the same number on each node: values are taken times the nodes",
                    report.head.metric.unit));
  if (!reading.other_figures.empty())
    notes.push_back(fmt::format("figures: '{}'; --figure reads another: {}", reading.figure,
                                fmt::join(reading.other_figures, ", ")));
  if (reading.has_approximate_figures) notes.emplace_back("figures: some are approximate in the table (~)");
  if (reading.replaced_bytes > 0)
    notes.push_back(fmt::format("{} of the file {} not UTF-8, and read as U+FFFD",
                                counted(reading.replaced_bytes, "byte"),
                                reading.replaced_bytes == 1 ? "is" : "are"));
  if (reading.tables_left_out > 0)
    notes.push_back(fmt::format("{} of the file left out: no sizes, or no figures",
                                counted(reading.tables_left_out, "table")));
  if (reading.steps_left_out > 0)
    notes.push_back(fmt::format("{} of job steps left out: their jobs have lines of their own",
                                counted(reading.steps_left_out, "line")));
  if (reading.lines_left_out > 0)
    notes.push_back(fmt::format("{} left out: no size, or neither size nor figure",
                                counted(reading.lines_left_out, "line")));
  return notes;
}

Texts shared_node_notes(const Report& report) {
  if (!report.head.shares_nodes) return {};
  return {
      "one allocation: rungs ran one after another on the same nodes, and the values hold for these nodes "
      "only"};
}

Texts coverage_notes(const Report& report) {
  const auto coverages = coverages_of(report);
  if (coverages.empty()) return {};
  return {fmt::format("intervals: {}", fmt::join(coverages, "; "))};
}

Texts interval_notes(const Report& report) {
  Texts notes;
  if (report.head.rounds_are == stats::Rounds::independent) {
    if (report.head.rounds > 1)
      notes.emplace_back(
          "the rows of a rung are an independent sample, since no column says the round: a column 'round' "
          "pairs rows that ran beside each other, so that what slowed them all does not widen intervals");
    return notes;
  }
  Texts noisy;
  for (const auto& table : report.tables)
    for (std::size_t k = 0; table.noise && k < table.points.size(); ++k)
      if (values_of(table.points[k].runs).size() >= 2 && std::ranges::count(table.noise->rungs, k) == 0)
        noisy.push_back(point_name(table, table.points[k].rung));
  if (!noisy.empty())
    notes.push_back(fmt::format(
        "clearly noisier than the others: {}; intervals and claims of each rest on its own rounds",
        join_truncated(noisy)));
  return notes;
}

// Both the rung and the baseline have a value in two rounds at least.
bool has_two_rounds(const ScalingTable& table, const ScalingPoint& point) {
  const auto baseline = position_of_baseline(table);
  const auto k = static_cast<std::size_t>(&point - table.points.data());
  return baseline && stats::runs_of_two(table.of_equal_work, *baseline, k).a.size() > 1;
}

Texts missing_interval_notes(const Report& report) {
  Texts notes;
  Texts one_round;
  Texts others;
  bool has_intervals = false;
  bool is_exact = false;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    if (point.is_baseline || !point.speedup) return;
    has_intervals = has_intervals || point.speedup->interval;
    if (point.speedup->interval || is_without_scatter(point)) return;
    const bool is_one = has_one_run(point);
    (is_one ? one_round : others).push_back(point_name(table, point.rung));
    is_exact = is_exact || (!is_one && !table.noise && has_two_rounds(table, point));
  });
  if (!one_round.empty())
    notes.push_back(fmt::format(
        "one {}{} gives no interval, so nothing can be told from chance: {}", word_for_round(report.head),
        has_intervals ? " of " + join_truncated(one_round) : "", how_to_add_rounds(report.head)));
  if (is_exact)
    notes.push_back(
        fmt::format("no interval: all rungs differ by the same factors from round to round ({}), as "
                    "copied or scaled values do; measured values scatter",
                    join_truncated(others)));
  else if (!others.empty())
    notes.push_back(fmt::format("no interval: too few rounds of {} and the baseline tell the noise",
                                join_truncated(others)));
  return notes;
}

Texts warm_up_notes(const Report& report) {
  const auto [steps, rule] = warm_up_text(report);
  if (steps.empty()) return {};
  return {fmt::format("warm-up: {} left out ({})", steps, rule)};
}

// Means over the window have nothing to say: no start-up is in them.
Texts gpu_notes(const Report& report) {
  const bool whole_command = any_point(report.tables, [](const auto& point) {
    return std::ranges::any_of(point.runs, [](const auto& run) { return !run.gpus.empty() && !run.window; });
  });
  if (!whole_command) return {};
  return {"GPU columns: of the whole command, start-up included"};
}

// Jobs that share nodes waited once for all rungs.
Texts queue_notes(const Report& report) {
  std::vector<std::int64_t> waits;
  if (!report.head.shares_nodes)
    for_each_point(report.tables, [&](const auto&, const auto& point) {
      for (const auto& run : point.runs)
        if (run.queue_seconds) waits.push_back(*run.queue_seconds);
    });
  if (waits.empty()) return {};
  const auto [shortest, longest] = std::ranges::minmax(waits);
  const auto text = [](std::int64_t seconds) { return duration_text(std::chrono::seconds(seconds)); };
  return {fmt::format("{} waited {}{} in the queue, from when Slurm could have begun {}",
                      counted(static_cast<std::int64_t>(waits.size()), "job"), text(shortest),
                      shortest == longest ? "" : " to " + text(longest), waits.size() == 1 ? "it" : "them")};
}

Texts texts_of(const Report& report, std::initializer_list<FindingKind> kinds) {
  Texts texts;
  for (const auto kind : kinds)
    for (const auto& finding : report.findings)
      if (finding.kind == kind) texts.push_back(text_of(finding));
  return texts;
}

// "4gpu" in place of the names that it has in all tables.
Texts shortened(const Report& report, const Texts& rungs) {
  if (!has_many_tables(report)) return rungs;
  std::map<std::string, std::set<std::string>> names;
  for_each_comparison(report.tables, [&](const auto& table, const auto& point) {
    names[point.rung].insert(point_name(table, point.rung));
  });
  const std::set<std::string> listed(rungs.begin(), rungs.end());
  std::map<std::string, std::string> whole;  // of which each name is listed, by these
  for (const auto& [rung, its] : names)
    if (std::ranges::includes(listed, its))
      for (const auto& name : its) whole.emplace(name, rung);
  Texts all;
  std::set<std::string> told;
  for (const auto& rung : rungs) {
    const auto found = whole.find(rung);
    const auto& text = found == whole.end() ? rung : found->second;
    if (told.insert(text).second) all.push_back(text);
  }
  return all;
}

// In nothing else: their sentence is one.
bool differ_in_rungs(const Finding& a, const Finding& b) {
  return traits_of(a.kind).sentence == traits_of(b.kind).sentence && a.rounds == b.rounds &&
         a.facts == b.facts && !a.rungs.empty() && !b.rungs.empty();
}

Texts older_plan_notes(const Report& report) {
  if (report.head.ignored.empty()) return {};
  return {said_of_ignored(report.head.ignored)};
}

// Nothing if a fact has told it.
Texts unless(const char* fact, const Texts& told, Texts (*notes)(const Report&), const Report& report) {
  return std::ranges::count(told, fact) > 0 ? Texts() : notes(report);
}

}  // namespace

Texts notes_of(const Report& report, const Texts& told) {
  using enum FindingKind;
  return joined(
      {older_plan_notes(report), wall_time_notes(report), texts_of(report, {start_up}), reading_notes(report),
       column_notes(report), shared_node_notes(report), interval_notes(report),
       missing_interval_notes(report), texts_of(report, {no_scatter, few_values}),
       unless("rounds", told, added_round_notes, report), unless("rounds", told, later_rung_notes, report),
       texts_of(report, {other_nodes, other_clocks}), open_claim_notes(report),
       texts_of(report, {measured_again, completed_twice, replaced, disturbed_rounds})});
}

Texts method_of(const Report& report, const Texts& told) {
  using enum FindingKind;
  return joined({unless("baseline", told, baseline_notes, report),
                 unless("included", told, source_notes, report), metric_notes(report),
                 unless("intervals", told, coverage_notes, report),
                 unless("window", told, warm_up_notes, report), gpu_notes(report),
                 unless("placement", told, placement_notes, report), queue_notes(report), claim_notes(report),
                 texts_of(report, {noted_difference, not_checked})});
}

Texts warnings_of(const Report& report) {
  Findings together;
  for (const auto& finding : report.findings) {
    if (traits_of(finding.kind).consequence == Consequence::note) continue;
    const auto same =
        std::ranges::find_if(together, [&](const Finding& one) { return differ_in_rungs(one, finding); });
    if (same == together.end())
      together.push_back(finding);
    else
      for (const auto& rung : finding.rungs) add_once(same->rungs, rung);
  }
  Texts texts;
  for (auto& finding : together) {
    finding.rungs = shortened(report, finding.rungs);
    texts.push_back(text_of(finding));
  }
  return texts;
}

}  // namespace scalegen::report
