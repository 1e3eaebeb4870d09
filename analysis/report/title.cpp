#include "analysis/report/title.hpp"

#include <fmt/format.h>

#include "core/plan_file.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

// The value that all measured runs report; empty if they differ or do not report it.
std::string shared(const Report& report, const std::string& key) {
  const Value* common = nullptr;
  bool differs = false;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value) continue;
      const auto* value = find(run.conditions, key);
      differs = differs || value == nullptr || (common != nullptr && *common != *value);
      common = value;
    }
  });
  return common == nullptr || differs ? "" : to_text(*common);
}

std::string shared(const Report& report, const std::string& key, const std::string& before,
                   const std::string& after) {
  const auto text = shared(report, key);
  return text.empty() ? "" : before + text + after;
}

// Ranks share a batch where several of them hold one replica of the model.
bool has_replicas(const Report& report) {
  bool found = false;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) found = found || find(run.conditions, "data_parallel") != nullptr;
  });
  return found;
}

std::string scaling_text(const Report& report) {
  const auto scaling = report.head.scaling;
  const auto* const sharer = has_replicas(report) ? " per replica" : " per rank";
  const auto batch = scaling == Scaling::weak ? shared(report, "per_rank_batch", ", batch ", sharer)
                                              : shared(report, "global_batch", ", global batch ", "");
  return to_text(scaling) + (scaling == Scaling::throughput ? "" : " scaling") + batch +
         shared(report, "precision", ", ", "");
}

// Empty for event lines, the usual source.
std::string source_text(const Metric& metric) {
  switch (metric.source) {
    case MetricSource::printed:
      return fmt::format(" · {} as printed", metric.pattern->name);
    case MetricSource::wall_time:
      return " · " + to_text(metric.source);
    default:
      return "";
  }
}

// Rounds that were added later hold only some rungs.
std::string rounds_text(const ReportHead& head) {
  const auto later = head.later_rounds.size();
  if (head.rounds == 1 && later == 0 && !head.rounds_at_most) return "1 round";
  const auto rounds = head.rounds_at_most
                          ? fmt::format("{} of at most {} rounds", head.rounds, *head.rounds_at_most)
                          : counted(head.rounds, "round");
  return rounds + (later == 0 ? "" : fmt::format(" and {} later of some rungs", later)) +
         (head.imported ? "" : fmt::format(", order shuffled (seed {})", head.seed));
}

std::string imported_text(const Metric& metric) {
  return metric.quantity == Quantity::time ? "times" : metric.unit;
}

// Of a table; empty if nobody said it.
std::string told_scaling(const ReportHead& head) {
  if (head.scaling_is_assumed) return "";
  return " · " + to_text(head.scaling) + (head.scaling == Scaling::throughput ? "" : " scaling");
}

}  // namespace

std::string title_of(const Report& report) {
  const auto& head = report.head;
  if (head.imported)
    return fmt::format("{} · imported {}{} · {}", head.source, imported_text(head.metric), told_scaling(head),
                       rounds_text(head));
  const auto dataset = shared(report, "dataset", " · ", "");
  return fmt::format("{} on {}{} · {}{} · {}", head.workload.empty() ? head.name : head.workload,
                     head.cluster, dataset, scaling_text(report), source_text(head.metric),
                     rounds_text(head));
}

}  // namespace scalegen::report
