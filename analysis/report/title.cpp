#include "analysis/report/sections.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/plan_file.hpp"
#include "core/units.hpp"
#include "core/version.hpp"

namespace scalegen::report {
namespace {

// Of all tables.
std::string shared(const Report& report, const std::string& key, const std::string& before) {
  std::vector<const ScalingTable*> tables;
  for (const auto& table : report.tables) tables.push_back(&table);
  const auto text = common_condition(tables, key);
  return text.empty() ? "" : before + text;
}

// Ranks share a batch where several of them hold one replica of the model.
bool has_replicas(const ScalingTable& ladder) {
  return std::ranges::any_of(ladder.points, [](const auto& point) {
    return std::ranges::any_of(
        point.runs, [](const auto& run) { return find(run.conditions, "data_parallel") != nullptr; });
  });
}

// ", global batch 512", ", batch 64 per rank"; empty without one.
std::string batch_text(const std::vector<const ScalingTable*>& ladders) {
  const auto batch = batch_of(ladders);
  if (batch.empty()) return "";
  if (ladders.front()->scaling != Scaling::weak) return ", global batch " + batch;
  return fmt::format(", batch {} per {}", batch,
                     std::ranges::any_of(ladders, [](const auto* ladder) { return has_replicas(*ladder); })
                         ? "replica"
                         : "rank");
}

std::string batch_of_scaling(const Report& report, Scaling scaling) {
  std::vector<const ScalingTable*> ladders;
  for (const auto& table : report.tables)
    if (table.scaling == scaling) ladders.push_back(&table);
  const auto text = batch_text(ladders);
  return text + (text.empty() || !report.head.batch_is_stated ? "" : ", as the sweep file states");
}

std::string name_of(const std::vector<Scaling>& scalings) {
  return to_text(scalings) + (scalings.front() == Scaling::throughput ? "" : " scaling");
}

std::string scaling_text(const Report& report) {
  const auto& scalings = report.head.scalings;
  return name_of(scalings) + (scalings.size() == 1 ? batch_of_scaling(report, scalings.front()) : "") +
         shared(report, "precision", ", ");
}

// Sizes that stop after other numbers of epochs, and say their accuracy, stop where they have reached it.
bool is_time_to_accuracy(const Report& report) {
  return any_point(report.tables, [](const auto& point) {
    return std::ranges::find(point.differences, kEpochs, &Difference::key) != point.differences.end() &&
           further_figure(point, kAccuracy);
  });
}

// Empty for event lines, the usual source.
std::string source_text(const Report& report) {
  const auto& metric = report.head.metric;
  const std::string_view until = is_time_to_accuracy(report) ? ", a time to accuracy" : "";
  if (metric.source == MetricSource::printed)
    return fmt::format(" · {} as printed{}", metric.pattern->name, until);
  const bool is_wall_time = metric.source == MetricSource::wall_time;
  return is_wall_time ? fmt::format(" · {}{}", to_text(metric.source), until) : "";
}

// Rounds that were added later hold only some rungs.
std::string rounds_text(const Report& report) {
  const auto& head = report.head;
  if (head.rounds_are == stats::Rounds::independent) return counted(head.rounds, "run") + " a rung";
  const auto later = head.later_rounds.size();
  if (head.rounds == 1 && later == 0) return "1 round";
  return counted(head.rounds, "round") +
         (later == 0 ? "" : fmt::format(" and {} later of some rungs", later)) +
         (head.imported ? "" : fmt::format(", order shuffled (seed {})", head.seed));
}

std::string imported_text(const Metric& metric) {
  return metric.quantity == Quantity::time ? "times" : metric.unit;
}

// Of a table; empty if nobody said it.
std::string told_scaling(const ReportHead& head) {
  if (head.scaling_is_assumed) return "";
  return " · " + name_of(head.scalings);
}

// "measured 2025-11-21 10:00 to 10:40 UTC": from the first begin of a measured run to the last end of one.
// Empty of a table.
std::string measured_when(const Report& report) {
  std::set<std::time_t> times;  // of begins and ends
  for_each_measured_run(report.tables, [&](const ScalingPoint&, const Measurement& run) {
    for (const double seconds : {0.0, run.held_seconds.value_or(0)})
      if (run.begun) times.insert(static_cast<std::time_t>(*run.begun + seconds));
  });
  if (report.head.imported || times.empty()) return "";
  const auto first = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(*times.begin()));
  const auto last = fmt::format("{:%Y-%m-%d %H:%M}", fmt::gmtime(*times.rbegin()));
  const bool is_same_day = first.substr(0, first.find(' ')) == last.substr(0, last.find(' '));
  return fmt::format("measured {}{} UTC", first,
                     first == last ? "" : " to " + (is_same_day ? last.substr(last.find(' ') + 1) : last));
}

}  // namespace

std::string batch_of(const std::vector<const ScalingTable*>& ladders) {
  const bool is_weak = !ladders.empty() && ladders.front()->scaling == Scaling::weak;
  return common_condition(ladders, is_weak ? "per_rank_batch" : "global_batch");
}

std::string measured_text(const Report& report) {
  const auto& head = report.head;
  const auto when = measured_when(report);
  if (when.empty()) return "";
  return fmt::format("{} on {}{}, scalegen {}", when, head.cluster,
                     head.commit.empty() ? "" : ", commit " + head.commit, kVersion);
}

std::string subject_of(const Report& report) {
  const auto& head = report.head;
  if (head.imported)
    return fmt::format("{} · imported {}{}", head.source, imported_text(head.metric), told_scaling(head));
  const auto dataset = shared(report, "dataset", " · ");
  const auto& what = head.workload.empty() ? head.name : head.workload;
  const auto whose = head.own_program && what != head.name ? head.name + ": " : "";
  return fmt::format("{}{} on {}{} · {}{}", whose, what, head.cluster, dataset, scaling_text(report),
                     source_text(report));
}

std::string title_of(const Report& report) { return subject_of(report) + " · " + rounds_text(report); }

std::string subtitle_of(const Report& report) {
  const auto when = measured_when(report);
  return when.empty() ? "" : rounds_text(report) + " · " + when;
}

std::string ladder_title(const Report& report, Scaling scaling) {
  return name_of({scaling}) + batch_of_scaling(report, scaling);
}

}  // namespace scalegen::report
