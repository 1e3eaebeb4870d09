#include "analysis/report/stars.hpp"

#include <algorithm>

#include "analysis/losses/waterfall.hpp"
#include "analysis/report/folder_warnings.hpp"
#include "analysis/report/machine_notes.hpp"
#include "analysis/report/match_warnings.hpp"
#include "analysis/report/meeting_notes.hpp"
#include "analysis/report/placement_notes.hpp"
#include "analysis/report/round_notes.hpp"
#include "analysis/report/sample_warnings.hpp"
#include "analysis/report/warnings.hpp"
#include "analysis/scaling/switch_difference.hpp"

namespace scalegen::report {
namespace {

bool has_starred(const std::vector<Difference>& differences) {
  return std::ranges::any_of(differences,
                             [](const auto& d) { return d.consequence == Consequence::starred; });
}

// Nobody knows whether its rows are rounds of one thing.
bool is_open(const ReportHead& head, const ScalingPoint& point) {
  return std::ranges::any_of(head.open_columns, [&](const OpenColumn& column) {
    return std::ranges::find(column.rungs, point.rung) != column.rungs.end();
  });
}

}  // namespace

bool is_marked(const ReportHead& head, const ScalingPoint& point) {
  return head.plan_is_edited || is_open(head, point) || is_misplaced(point) || is_edited(point) ||
         is_of_a_busy_machine(point) || is_of_no_work(point) || losses::is_of_a_control(point) ||
         has_doubtful_matches(point) || has_other_samples(point) || has_idle_gpus(point) ||
         has_resumed(point) || differ_in_switches(rounds_by_switches(point.runs)) ||
         has_slow_first(point, head.metric);
}

bool is_starred(const ReportHead& head, const ScalingPoint& point) {
  return is_marked(head, point) || has_starred(point.differences) || point.may_be_of_one_rank ||
         point.is_implausible;
}

bool is_doubling_starred(const ReportHead& head, const ScalingTable& table, const ScalingPoint& point) {
  if (!point.doubling) return false;
  return is_marked(head, point) || is_marked(head, table.points[point.doubling->divided]) ||
         point.may_be_of_one_rank || has_starred(point.doubling->differences) ||
         is_implausible(table, scaled(point.doubling->speedup, 0.5));
}

answer::Question question_on(const ScalingTable& table, const ReportHead& head) {
  answer::Question question{.rule = head.advise, .metric = head.metric};
  for (const auto& point : table.points) {
    question.starred_values.push_back(is_marked(head, point));
    question.starred.push_back(is_starred(head, point));
    question.starred_doublings.push_back(is_doubling_starred(head, table, point));
  }
  return question;
}

}  // namespace scalegen::report
