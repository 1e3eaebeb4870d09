#include "analysis/report/round_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analysis/report/numbers.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

std::vector<int> later_rounds_of(const ScalingPoint& point, const ReportHead& head) {
  std::vector<int> rounds;
  for (const auto& run : point.runs)
    if (std::ranges::count(head.later_rounds, run.round) > 0) rounds.push_back(run.round);
  return rounds;
}

// The baseline runs in these rounds too, and was there before; not for values of the axes that are new.
bool was_added_later(const ScalingPoint& point, const std::vector<int>& later) {
  return !later.empty() && (!point.is_baseline || point.runs.front().round == later.front());
}

/// Rungs that were added in the same rounds.
struct AddedLater {
  Texts names{};
  bool has_baseline = false;  // of values of the axes that are new
};

std::string company(const AddedLater& added) {
  const bool one = added.names.size() == 1;
  if (added.has_baseline) return one ? "" : ", beside each other only";
  return one ? ", beside the baseline only" : ", beside each other and the baseline only";
}

std::string figure_text(double value, const Metric& metric) {
  return value_text(value, metric.quantity) + " " + metric.unit;
}

std::string what_came_of(const SlowFirst& first, const Metric& metric) {
  if (!first.again) return "it counts no more, and there is no other figure yet";
  return fmt::format("measured once more ({}){}", figure_text(*first.again, metric),
                     first.is_slow_again ? ", as slow: being the first was not why" : "");
}

}  // namespace

Texts added_round_notes(const Report& report) {
  Texts notes;
  const auto& before = report.head.rounds_before;
  if (before.empty()) return {};
  notes.push_back(
      fmt::format("rounds were added after {}: intervals and claims hold for a table that is read once; "
                  "intervals are slightly too narrow if you check after every added round",
                  fmt::join(before, ", then ")));
  return notes;
}

Texts later_rung_notes(const Report& report) {
  std::map<std::vector<int>, AddedLater> by_rounds;
  for_each_point(report, [&](const auto& table, const auto& point) {
    auto rounds = later_rounds_of(point, report.head);
    if (!was_added_later(point, rounds)) return;
    auto& added = by_rounds[std::move(rounds)];
    added.names.push_back(point_name(table, point.rung));
    added.has_baseline = added.has_baseline || point.is_baseline;
  });
  Texts notes;
  for (const auto& [rounds, added] : by_rounds)
    notes.push_back(fmt::format("{} {} added later: measured in {}{}", join_truncated(added.names),
                                added.names.size() == 1 ? "was" : "were", numbered_rounds(rounds),
                                company(added)));
  if (const auto& left_out = report.head.left_out; !left_out.empty())
    notes.push_back(
        fmt::format("left out: {}, which the sweep file no longer has; the runs are kept in the directory",
                    join_truncated(left_out)));
  return notes;
}

std::string slow_first_text(const SlowFirst& first, const std::string& rung, const Metric& metric) {
  const bool is_time = metric.quantity == Quantity::time;
  return fmt::format("{} {} {}, all later runs of {} at {} {}", first.run, is_time ? "took" : "had",
                     figure_text(first.value, metric), rung, is_time ? "most" : "least",
                     figure_text(first.slowest_other, metric));
}

bool has_slow_first(const ScalingPoint& point, const Metric& metric) {
  const auto first = slow_first(point.runs, metric.quantity);
  return first && !first->is_put_aside;
}

Texts slow_first_warnings(const Report& report) {
  const auto& metric = report.head.metric;
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (!has_slow_first(point, metric)) return;
    const auto name = point_name(table, point.rung);
    warnings.push_back(
        fmt::format("{} *: {}: work that is done once may be in it; 'scalegen resume' measures it once more",
                    name, slow_first_text(*slow_first(point.runs, metric.quantity), name, metric)));
  });
  return warnings;
}

Texts measured_again_notes(const Report& report) {
  const auto& metric = report.head.metric;
  Texts notes;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto first = slow_first(point.runs, metric.quantity);
    if (!first || !first->is_put_aside) return;
    notes.push_back(fmt::format("{}: {}", slow_first_text(*first, point_name(table, point.rung), metric),
                                what_came_of(*first, metric)));
  });
  Texts replaced;
  Texts twice;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.also_completed.empty())
        twice.push_back(fmt::format("{} (attempt {} counts, not {})", run.run, run.attempt,
                                    fmt::join(run.also_completed, ", ")));
      for (const auto& before : run.replaced)
        replaced.push_back(fmt::format("{} ({})", run.run, figure_text(before.value.value_or(0), metric)));
    }
  });
  if (!twice.empty())
    notes.push_back(fmt::format("completed more than once, started by hand: {}", fmt::join(twice, ", ")));
  if (!replaced.empty())
    notes.push_back("measured again with their round, by --again; what they had counts no more: " +
                    fmt::format("{}", fmt::join(replaced, ", ")));
  return notes;
}

}  // namespace scalegen::report
