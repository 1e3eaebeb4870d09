#include "analysis/comparison/unlike_conditions.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string_view>

#include "analysis/conditions/work.hpp"
#include "core/metric_unit.hpp"

namespace scalegen::comparison {
namespace {

void add(std::vector<Unlike>& unlike, Unlike found) {
  const auto known = std::ranges::find_if(
      unlike, [&](const Unlike& u) { return u.key == found.key && u.a == found.a && u.b == found.b; });
  if (known == unlike.end()) return unlike.push_back(std::move(found));
  known->changes_work = known->changes_work || found.changes_work;
  known->pairs.insert(known->pairs.end(), found.pairs.begin(), found.pairs.end());
}

// As reports judge it. Rungs of throughput do different work in one sweep; between two sweeps they should
// not.
bool changes_work(Scaling scaling, const std::string& key, const Settings& a, const Settings& b) {
  const auto is_starred = [&](Scaling judged) {
    const auto found = differences(judged, a, b);
    return std::ranges::any_of(
        found, [&](const Difference& d) { return d.key == key && d.consequence != Consequence::note; });
  };
  if (scaling != Scaling::throughput) return is_starred(scaling);
  return is_starred(Scaling::strong) || is_starred(Scaling::weak);
}

// A single rank needs no backend, and the batch that a ladder does not keep follows from the one it keeps.
bool follows(Scaling scaling, const std::string& key, const Value& a, const Value& b) {
  if (key == "backend") return a == Value("none") || b == Value("none");
  return scaling == Scaling::weak ? key == "global_batch"
                                  : scaling == Scaling::strong && key == "per_rank_batch";
}

std::string version_of(const report::Report& report) {
  std::string version;
  for_each_measured_run(report.tables, [&](const auto&, const Measurement& run) {
    if (version.empty() && run.start && run.start->version) version = *run.start->version;
  });
  return version;
}

std::string figure_of(const Metric& metric) { return metric.pattern ? metric.pattern->regex : ""; }

std::string in_words(std::string_view what, double a, double b) {
  return fmt::format("{} in A and {} in B {}", std::llround(a), std::llround(b), what);
}

// A time of a whole run stands for its steps, samples and epochs.
std::string unlike_work_of_a_run(const ScalingPoint& a, const ScalingPoint& b) {
  const auto here = conditions_of(a);
  const auto there = conditions_of(b);
  const auto samples = samples_per_run(a.shape, here);
  const auto other = samples_per_run(b.shape, there);
  if (samples && other) return *samples == *other ? "" : in_words("samples a run", *samples, *other);
  for (const char* key : {"steps", "samples", "epochs", "global_batch", "dataset"}) {
    const auto* const value = find(here, key);
    const auto* const there_value = find(there, key);
    if (value != nullptr && there_value != nullptr && *value != *there_value)
      return fmt::format("{} is {} in A and {} in B", key, to_text(*value), to_text(*there_value));
  }
  return "";
}

std::string unlike_steps(const Metric& metric, const ScalingPoint& a, const ScalingPoint& b) {
  const auto size = [&](const ScalingPoint& point) -> std::optional<double> {
    const auto conditions = conditions_of(point);
    const auto samples = samples_per_step(point.shape, conditions);
    const auto micro_steps = counted_steps(metric, conditions);
    return samples && micro_steps ? std::optional(*samples / *micro_steps) : std::nullopt;
  };
  const auto here = size(a);
  const auto there = size(b);
  if (!here || !there || *here == *there) return "";
  return in_words("samples a step", *here, *there);
}

}  // namespace

Settings conditions_of(const ScalingPoint& point) {
  const auto first = std::ranges::find_if(point.runs, [](const auto& r) { return r.value.has_value(); });
  return first == point.runs.end() ? Settings() : first->conditions;
}

void add_unlike(std::vector<Unlike>& unlike, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b,
                const std::string& name) {
  const auto here = conditions_of(a);
  const auto there = conditions_of(b);
  for (const auto& condition : here) {
    const auto* const other = find(there, condition.name);
    if (other == nullptr || *other == condition.value ||
        follows(scaling, condition.name, condition.value, *other))
      continue;
    add(unlike, {.key = condition.name,
                 .a = to_text(condition.value),
                 .b = to_text(*other),
                 .changes_work = changes_work(scaling, condition.name, here, there),
                 .pairs = {name}});
  }
}

std::vector<Unlike> unlike_sweeps(const Side& a, const Side& b) {
  const auto& head = a.report.head;
  const auto& other = b.report.head;
  std::vector<Unlike> unlike{
      {.key = "sweep", .a = head.name, .b = other.name},
      {.key = "cluster", .a = head.cluster, .b = other.cluster},
      {.key = "program", .a = head.workload, .b = other.workload, .changes_work = true},
      {.key = "commit", .a = a.commit, .b = b.commit},
      {.key = "version", .a = version_of(a.report), .b = version_of(b.report)},
      {.key = "figures from",
       .a = to_text(head.metric.source),
       .b = to_text(other.metric.source),
       .changes_work = true},
      {.key = "pattern", .a = figure_of(head.metric), .b = figure_of(other.metric), .changes_work = true}};
  std::erase_if(unlike, [](const Unlike& u) { return u.a == u.b || u.a.empty() || u.b.empty(); });
  return unlike;
}

std::string unlike_work(const Metric& metric, Scaling scaling, const ScalingPoint& a, const ScalingPoint& b) {
  const auto unit = parse_unit(metric.unit);
  const bool counts_work = metric.quantity == Quantity::rate && !unit.per_step;
  if (counts_work) return "";
  if (unit.per_epoch) return "";  // the data set tells, and has a star
  auto why = unit.per_step ? unlike_steps(metric, a, b) : unlike_work_of_a_run(a, b);
  if (scaling == Scaling::weak && a.shape.ranks != b.shape.ranks)
    why = "in weak scaling the work grows with the ranks, and these differ";
  return why.empty() ? "" : "a value stands for other work: " + why;
}

}  // namespace scalegen::comparison
