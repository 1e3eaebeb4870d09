#include "analysis/report/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

// Coverages from ranks are sums of binomials and never have these values.
bool is_pooled(double coverage) { return coverage == 0.95 || coverage == 0.90; }

std::string coverage_text(double coverage, stats::Rounds rounds) {
  if (!is_pooled(coverage)) return percent(coverage) + ", from ranks";
  if (rounds == stats::Rounds::independent)
    return percent(coverage) + ", from two independent samples (Welch's t)";
  return fmt::format("{}, pooled over rungs and rounds (at least {} if rungs differ in noise)",
                     percent(coverage), percent(2 * coverage - 1));
}

std::vector<int> later_rounds_of(const ScalingPoint& point, const ReportHead& head) {
  std::vector<int> rounds;
  for (const auto& run : point.runs)
    if (std::ranges::count(head.later_rounds, run.round) > 0) rounds.push_back(run.round);
  return rounds;
}

// The baseline runs in these rounds too, and was there before; not for values of the axes that are new.
bool was_added_later(const ScalingPoint& point, const std::vector<int>& later) {
  return !later.empty() && point.runs.front().round == later.front();
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

}  // namespace

std::vector<std::string> coverages_of(const Report& report) {
  std::vector<std::string> coverages;
  for_each_comparison(report.tables, [&](const auto&, const auto& point) {
    if (point.speedup && point.speedup->interval)
      add_once(coverages, coverage_text(point.speedup->interval->coverage, report.head.rounds_are));
    if (point.typical && point.typical->interval && !is_pooled(point.typical->interval->coverage))
      add_once(coverages, percent(point.typical->interval->coverage) + " of values, from order statistics");
  });
  return coverages;
}

WarmUpText warm_up_text(const Report& report) {
  std::set<std::int64_t> left_out;
  std::set<std::int64_t> all;
  for_each_point(report.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value || !run.window) continue;
      left_out.insert(run.window->warm_up_steps);
      all.insert(run.window->warm_up_steps + run.window->steps);
    }
  });
  if (all.empty()) return {};
  return {fmt::format("{} of {} steps", range_text(left_out), range_text(all)),
          warm_up_rule(*all.begin(), *all.rbegin())};
}

Texts added_round_notes(const Report& report) {
  const auto& before = report.head.rounds_before;
  if (before.empty()) return {};
  return {
      fmt::format("rounds were added after {}: intervals and claims hold for a table that is read once; "
                  "intervals are slightly too narrow if you check after every added round",
                  fmt::join(before, ", then "))};
}

Texts later_rung_notes(const Report& report) {
  std::map<std::vector<int>, AddedLater> by_rounds;
  for_each_point(report.tables, [&](const auto& table, const auto& point) {
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
  return notes;
}

}  // namespace scalegen::report
