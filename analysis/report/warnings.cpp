#include "analysis/report/warnings.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

#include "analysis/losses/waterfall.hpp"
#include "analysis/report/folder_warnings.hpp"
#include "analysis/report/loss_section.hpp"
#include "analysis/report/machine_notes.hpp"
#include "analysis/report/match_warnings.hpp"
#include "analysis/report/meeting_notes.hpp"
#include "analysis/report/numbers.hpp"
#include "analysis/report/placement_notes.hpp"
#include "analysis/report/printed_notes.hpp"
#include "analysis/report/round_notes.hpp"
#include "analysis/report/sample_warnings.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

/// One for each rung with a figure of a program that went on when its command had returned.
Texts going_on_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto found =
        std::ranges::find_if(point.runs, [](const auto& run) { return run.value && !run.went_on.empty(); });
    if (found == point.runs.end()) return;
    warnings.push_back(fmt::format(
        "{}: when the command of {} had returned, '{}' went on and was ended: its figure may not be of the "
        "whole work; start it in the foreground",
        point_name(table, point.rung), found->run, found->went_on.front()));
  });
  return warnings;
}

// A difference in time is a sentence of its own.
std::string difference_text(const Difference& d) {
  if (d.baseline.empty()) return d.here;
  return fmt::format("{} is {} here and {} in the baseline", with_spaces(d.key), d.here, d.baseline);
}

std::string differences_text(const ScalingPoint& point, bool noted_too) {
  Texts texts;
  for (const auto& d : point.differences)
    if (noted_too || d.consequence != Consequence::noted) texts.push_back(difference_text(d));
  return fmt::format("{}", fmt::join(texts, "; "));
}

Texts edited_plan_warnings(const Report& report) {
  if (!report.head.plan_is_edited) return {};
  return {
      "all rungs *: plan.jsonl was edited by hand: ranks, nodes and all that follows from them may not be "
      "what ran"};
}

// Of a sweep of controls alone: beside other tables they are in none.
Texts control_warnings(const Report& report) {
  bool any = false;
  for_each_point(report,
                 [&](const auto&, const auto& point) { any = any || losses::is_of_a_control(point); });
  if (!any) return {};
  return {
      "rungs *: their ranks exchange no gradients (sync: none in the start line): the speed of such a "
      "control "
      "is no training speed; measure the same with synchronisation beside it"};
}

Texts baseline_warnings(const Report& report) {
  Texts warnings;
  for (const auto& table : report.tables)
    if (!table.no_speedups.empty())
      warnings.push_back(fmt::format("no speedups: {}", point_name(table, table.no_speedups)));
  return warnings;
}

Texts difference_warnings(const Report& report) {
  Texts warnings;
  for_each_comparison(report, [&](const auto& table, const auto& point) {
    const auto name = point_name(table, point.rung);
    const auto found = differences_text(point, false);
    if (!point.no_speedup.empty())
      warnings.push_back(
          fmt::format("{}: no speedup: {}{}{}", name, point.no_speedup, found.empty() ? "" : ": ", found));
    else if (!found.empty())
      warnings.push_back(fmt::format("{} *: {}", name, found));
  });
  return warnings;
}

Texts doubling_warnings(const Report& report) {
  Texts warnings;
  for_each_comparison(report, [&](const auto& table, const auto& point) {
    if (!point.doubling || is_beyond_ideal(table, point)) return;
    const auto efficiency = scaled(point.doubling->speedup, 0.5);
    if (!is_beyond_ideal(efficiency)) return;
    warnings.push_back(
        fmt::format("{0}{3}: a doubling of {1} from {2} is above 2.1x: {2} and {0} may not be comparable",
                    point_name(table, point.rung), factor_text({point.doubling->speedup.centre}),
                    point.doubling->from, is_implausible(table, efficiency) ? " *" : ""));
  });
  return warnings;
}

Texts efficiency_warnings(const Report& report) {
  Texts warnings;
  for_each_comparison(report, [&](const auto& table, const auto& point) {
    if (!is_beyond_ideal(table, point)) return;
    const auto found = differences_text(point, true);
    const auto name = point_name(table, point.rung);
    const auto efficiency = efficiency_text({point.efficiency->centre});
    const auto why = found.empty() ? "nothing that was compared differs" : found;
    if (!point.is_implausible) {
      warnings.push_back(
          fmt::format("{}: an efficiency of {} is above 105 %: the baseline may not be comparable; {}", name,
                      efficiency, why));
      return;
    }
    warnings.push_back(fmt::format(
        "{0} * and {1} *: an efficiency of {2} is above 105 %, which no cache explains in weak "
        "scaling: measure {1} again, and check that each rank has the same work at both sizes; {3}",
        name, table.points[*position_of_baseline(table)].rung, efficiency, why));
  });
  return warnings;
}

// No strong ladder looks so, but those of weak scaling and the rates of one rank do.
Texts assumed_scaling_warnings(const Report& report) {
  const auto& metric = report.head.metric;
  if (!report.head.scaling_is_assumed || !no_larger_rung_is_faster(report.tables.front())) return {};
  if (parse_unit(metric.unit).per_epoch) return {};  // the same work in weak scaling, too
  if (metric.quantity == Quantity::time)
    return {
        "no larger rung is faster: are these times of weak scaling, in which each rank has the same work? "
        "Then add "
        "--scaling weak"};
  const auto unit = parse_unit(metric.unit);
  if (unit.per_rank || unit.per_node) return {};
  if (!unit.is_rate && !unit.is_time_per_time)
    return {
        fmt::format("no larger rung has more {0}: is this the rate of one rank, or a time? Then name its "
                    "column {0}/rank or {0} (s)",
                    metric.unit)};
  return {
      fmt::format("no larger rung has more {0}: is this the rate of one rank? Then name its column {0}/rank",
                  metric.unit)};
}

constexpr std::size_t kLongestName = 100;  // of a column or of a value in it, in bytes

Texts open_column_warnings(const Report& report) {
  Texts warnings;
  for (const auto& column : report.head.open_columns) {
    Texts values;
    for (const auto& value : column.values) values.push_back(at_most(value, kLongestName));
    const auto name = at_most(column.name, kLongestName);
    warnings.push_back(fmt::format(
        "{} *: their rows differ in column '{}' ({}): if these are settings, take one of them, as "
        "in --where '{}={}'; if they are parts of one run, give one row a run",
        join_truncated(column.rungs), name, join_truncated(values), name, values.front()));
  }
  return warnings;
}

// Of speedups and efficiencies that the table itself has.
Texts published_warnings(const Report& report) {
  Texts warnings;
  for (const auto& doubt : report.head.doubts)
    warnings.push_back(without_control_characters(published::sentence(doubt)));
  return warnings;
}

Texts foreign_gpu_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      if (run.gpus.empty() || saw_only_own_gpus(point, run)) continue;
      warnings.push_back(fmt::format(
          "{}: GPU columns leave out round {}: the monitor saw {} GPUs, but the run has {}",
          point_name(table, point.rung), run.round, run.gpus.size(), point.shape.ranks.value_or(0)));
    }
  });
  return warnings;
}

std::ptrdiff_t idle_gpus(const ScalingPoint& point, const Measurement& run) {
  if (!run.value || !saw_only_own_gpus(point, run)) return 0;
  return std::ranges::count_if(run.gpus, [](const auto& gpu) { return gpu.is_idle; });
}

Texts idle_gpu_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      const auto idle = idle_gpus(point, run);
      if (idle == 0) continue;
      warnings.push_back(
          fmt::format("{} *: {} of {} {} idle in {}: less than 5 % busy and without memory in all samples",
                      point_name(table, point.rung), idle, counted(std::ssize(run.gpus), "GPU"),
                      idle == 1 ? "was" : "were", run.run));
      return;
    }
  });
  return warnings;
}

/// The monitors' files that were not read for one reason.
struct UnreadFiles {
  UnreadMonitor first{};
  std::string folder{};  // of the first
  int others = 0;
};

std::vector<UnreadFiles> unread_files(const Report& report) {
  std::vector<UnreadFiles> all;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      for (const auto& unread : run.unread_monitors) {
        const auto same =
            std::ranges::find_if(all, [&](const auto& files) { return files.first.reason == unread.reason; });
        if (same != all.end())
          ++same->others;
        else
          all.push_back({.first = unread, .folder = fmt::format("runs/{}/{}", run.run, run.attempt)});
      }
  });
  return all;
}

Texts unread_monitor_warnings(const Report& report) {
  Texts warnings;
  for (const auto& [first, folder, others] : unread_files(report))
    warnings.push_back(fmt::format("GPU columns do without {}{}/{}{}: {}{}",
                                   first.detail.empty() ? "" : "some lines of ", folder, first.file,
                                   others == 0 ? "" : fmt::format(" and {}", counted(others, "other file")),
                                   first.reason, first.detail.empty() ? "" : ": " + first.detail));
  return warnings;
}

std::vector<const Measurement*> edited_runs(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  for (const auto& run : point.runs)
    if (run.value && run.is_edited) runs.push_back(&run);
  return runs;
}

// One warning per rung, with its rounds and the script that ran.
Texts edited_script_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto edited = edited_runs(point);
    if (edited.empty()) return;
    const auto& first = *edited.front();
    warnings.push_back(
        fmt::format("{} *: its script was edited by hand{}; the script that ran is runs/{}/{}/edited.sbatch",
                    point_name(table, point.rung), in_rounds(point, edited), first.run, first.attempt));
  });
  return warnings;
}

}  // namespace

bool has_idle_gpus(const ScalingPoint& point) {
  return std::ranges::any_of(point.runs, [&](const auto& run) { return idle_gpus(point, run) > 0; });
}

bool is_edited(const ScalingPoint& point) { return !edited_runs(point).empty(); }

Texts warnings_of(const Report& report) {
  return joined(
      {edited_plan_warnings(report),    control_warnings(report),       baseline_warnings(report),
       difference_warnings(report),     edited_script_warnings(report), changed_program_warnings(report),
       resumption_warnings(report),     shared_folder_warnings(report), going_on_warnings(report),
       placement_warnings(report),      meeting_warnings(report),       machine_warnings(report),
       efficiency_warnings(report),     doubling_warnings(report),      undivided_work_warnings(report),
       open_column_warnings(report),    published_warnings(report),     assumed_scaling_warnings(report),
       totals_warnings(report),         match_warnings(report),         foreign_gpu_warnings(report),
       unread_monitor_warnings(report), refused_phase_warnings(report), sample_warnings(report),
       slow_first_warnings(report),     idle_gpu_warnings(report)});
}

}  // namespace scalegen::report
