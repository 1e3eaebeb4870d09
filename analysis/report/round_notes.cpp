#include "analysis/report/round_notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>

#include "analysis/document/texts.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "core/text.hpp"

namespace scalegen::report {
namespace {

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
  if (const auto& left_out = report.head.left_out; !left_out.empty())
    notes.push_back(
        fmt::format("left out: {}, which the sweep file no longer has; the runs are kept in the directory",
                    join_truncated(left_out)));
  return notes;
}

}  // namespace scalegen::report
