#include "app/ladder_selection.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <set>
#include <tuple>
#include <unordered_map>

#include "analysis/statistics/stopping.hpp"
#include "analysis/verdict/assertions.hpp"
#include "analysis/verdict/interval_width.hpp"
#include "app/climb.hpp"
#include "core/try.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {
namespace {

using Positions = std::unordered_map<std::string_view, std::size_t>;  // of runs in the plan, by id

constexpr auto kNothingToConfirm = "there is no missed assertion to confirm";

/// Rungs of one size, as positions in their ladder: a climb takes them in one step.
using Step = std::vector<std::size_t>;

auto size_of(const LadderRung& rung) { return std::tuple(rung.shape.device, rung.shape.ranks); }

/// Rising sizes on one kind of device.
std::vector<std::vector<Step>> climbs_of(const Ladder& ladder) {
  std::vector<std::vector<Step>> climbs;
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
    const auto& rung = ladder.rungs[k];
    const auto* const before = k == 0 ? nullptr : &ladder.rungs[k - 1];
    if (before == nullptr || before->shape.device != rung.shape.device) climbs.emplace_back();
    if (climbs.back().empty() || size_of(*before) != size_of(rung)) climbs.back().emplace_back();
    climbs.back().back().push_back(k);
  }
  return climbs;
}

/// The runs that one ladder still needs, found round by round.
class LadderSelection {
 public:
  LadderSelection(const Plan& plan, const std::vector<RunRecord>& records, const Positions& positions,
                  const MeasuredLadders& measured, const Ladder& ladder,
                  std::vector<RunSelection>& selections)
      : head_(plan.head),
        records_(records),
        positions_(positions),
        measured_(measured),
        ladder_(ladder),
        selections_(selections),
        reached_(ladder.rungs.size(), head_.climb.empty()) {
    std::set<int> rounds;
    for (const auto& rung : ladder.rungs)
      for (const auto& run : rung.runs)
        if (!is_confirming(head_, run.round)) rounds.insert(run.round);
    rounds_.assign(rounds.begin(), rounds.end());
  }

  // It is structured like this: For each round it first looks whether the rounds before were enough, then
  // which rungs are reached by now. Rounds after one that has not ended wait for it. The confirming round
  // comes last, whatever its number.
  Result<void> find() {
    for (std::size_t done = 0; done < rounds_.size(); ++done) {
      if (is_enough(static_cast<int>(done))) {
        end_rounds(done);
        break;
      }
      TRY(climb(done));
      if (!has_ended_round(rounds_[done])) {
        wait_from(done + 1);
        break;
      }
    }
    confirm();
    return explain_unreached();
  }

 private:
  /// The ladder's table after so many rounds.
  [[nodiscard]] ScalingTable table_after(std::size_t rounds) const {
    auto part = ladder_;
    const int last = rounds_[rounds - 1];
    for (auto& rung : part.rungs)
      std::erase_if(rung.runs, [&](const Measurement& run) {
        return run.round > last || is_confirming(head_, run.round);
      });
    return scale(part, measured_.metric, measured_.baseline.rung);
  }

  [[nodiscard]] bool is_enough(int rounds) const {
    if (!head_.until || rounds == 0) return false;
    const stats::StoppingRule rule{.half_width = head_.until->half_width,
                                   .at_least = head_.until->at_least,
                                   .at_most = static_cast<int>(rounds_.size())};
    return stats::ends_after(rule, rounds, [&](int look) {
      return widest_cautious_half_width(table_after(static_cast<std::size_t>(look)));
    });
  }

  RunSelection& selection_of(const Measurement& run) { return selections_[positions_.at(run.run)]; }

  /// Calls visit(rung, run) for the runs of the ladder's round `index` and those after it.
  void for_each_run_from(std::size_t index, const auto& visit) {
    for (std::size_t k = 0; k < ladder_.rungs.size(); ++k)
      for (const auto& run : ladder_.rungs[k].runs)
        if (index < rounds_.size() && run.round >= rounds_[index]) visit(k, run);
  }

  void end_rounds(std::size_t done) {
    const auto reason = fmt::format("rounds ended by '{}' after {} of at most {}", to_text(*head_.until),
                                    done, rounds_.size());
    for_each_run_from(done, [&](auto, const auto& run) {
      selection_of(run) = {RunSelection::Kind::never, reason};
    });
  }

  void wait_from(std::size_t index) {
    for_each_run_from(index, [&](auto, const auto& run) {
      selection_of(run) = {RunSelection::Kind::later, ""};
    });
  }

  [[nodiscard]] bool has_ended(const Measurement& run) const {
    return scalegen::has_ended(records_[positions_.at(run.run)]);
  }

  /// True if each run of the round has ended on the rungs that were reached.
  [[nodiscard]] bool has_ended_round(int round) const {
    for (std::size_t k = 0; k < ladder_.rungs.size(); ++k)
      for (const auto& run : ladder_.rungs[k].runs)
        if (reached_[k] && run.round == round && !has_ended(run)) return false;
    return true;
  }

  [[nodiscard]] bool is_reached(const Step& step) const { return reached_[step.front()]; }

  void reach(const Step& step) {
    for (const auto k : step) reached_[k] = true;
  }

  [[nodiscard]] bool has_ended_in(const Step& step, int round) const {
    return std::ranges::all_of(step, [&](std::size_t k) {
      const auto& runs = ladder_.rungs[k].runs;
      return std::ranges::all_of(
          runs, [&](const Measurement& run) { return run.round != round || has_ended(run); });
    });
  }

  /// The step after `step` runs if one rung of it deserves it.
  [[nodiscard]] Result<ClimbDecision> decide_after(const Step& step, const ScalingTable& table) const {
    TRY_ASSIGN(const auto condition, climb_condition(head_.climb));
    std::vector<std::string> reasons;
    for (const auto k : step) {
      const auto decision = decide_climb(condition, head_.climb, table.points[k]);
      if (decision.goes_on) return decision;
      reasons.push_back(decision.reason);
    }
    return ClimbDecision{false, fmt::format("{}", fmt::join(reasons, "; "))};
  }

  /// Goes as far as this round may: in the first from rung to rung as they end, later by one step a round. A
  /// rung that was reached once stays.
  Result<void> climb(std::size_t done) {
    if (head_.climb.empty()) return {};
    for (const auto& steps : climbs_of(ladder_)) {
      reach(steps.front());
      for (std::size_t next = 1; next < steps.size(); ++next) {
        if (is_reached(steps[next])) continue;
        const auto& step = steps[next - 1];
        if (done == 0 && !has_ended_in(step, rounds_.front())) {
          wait_for(steps, next);
          break;
        }
        TRY_ASSIGN(const auto decision, decide_after(step, table_after(std::max<std::size_t>(done, 1))));
        if (decision.goes_on) reach(steps[next]);
        if (!decision.goes_on || done > 0) break;
      }
    }
    leave_out_unreached(rounds_[done]);
    return {};
  }

  [[nodiscard]] bool is_settled(const Measurement& run) const {
    return has_ended(run) || selections_[positions_.at(run.run)].kind == RunSelection::Kind::never;
  }

  /// True if nothing more is to run of the rounds that every sweep has.
  [[nodiscard]] bool has_ended_rounds() const {
    for (const auto& rung : ladder_.rungs)
      for (const auto& run : rung.runs)
        if (!is_confirming(head_, run.round) && !is_settled(run)) return false;
    return true;
  }

  void confirm() {
    if (head_.confirming_rounds.empty()) return;
    const bool may_begin = has_ended_rounds();
    std::set<std::size_t> points;
    if (may_begin && !rounds_.empty())
      points = verdict::points_to_confirm(head_.assertions, table_after(rounds_.size()), measured_.metric);
    for (std::size_t k = 0; k < ladder_.rungs.size(); ++k)
      for (const auto& run : ladder_.rungs[k].runs)
        if (is_confirming(head_, run.round))
          selection_of(run) = !may_begin ? RunSelection{RunSelection::Kind::later, ""}
                              : points.contains(k)
                                  ? RunSelection{}
                                  : RunSelection{RunSelection::Kind::never, kNothingToConfirm};
  }

  /// In the first round these depend on a run that has not ended.
  void wait_for(const std::vector<Step>& steps, std::size_t from) {
    for (auto step = from; step < steps.size(); ++step)
      for (const auto k : steps[step]) waiting_.insert(k);
  }

  void leave_out_unreached(int round) {
    for (std::size_t k = 0; k < ladder_.rungs.size(); ++k)
      for (const auto& run : ladder_.rungs[k].runs)
        if (!reached_[k] && run.round == round)
          selection_of(run) = waiting_.contains(k) ? RunSelection{RunSelection::Kind::later, ""}
                                                   : RunSelection{RunSelection::Kind::never, ""};
  }

  /// With the values of all rounds that have ended, as the table shows them.
  Result<void> explain_unreached() {
    if (head_.climb.empty()) return {};
    for (const auto& steps : climbs_of(ladder_))
      for (std::size_t next = 1; next < steps.size(); ++next) {
        if (is_reached(steps[next])) {
          explain(steps[next], "the climb came to it later");
          continue;
        }
        TRY_ASSIGN(const auto decision, decide_after(steps[next - 1], table_after(rounds_.size())));
        const auto& why = decision.goes_on ? why_last_ : decision.reason;
        for (auto above = next; above < steps.size(); ++above) explain(steps[above], "not run: " + why);
        break;
      }
    return {};
  }

  void explain(const Step& step, const std::string& why) {
    for (const auto k : step)
      for (const auto& run : ladder_.rungs[k].runs)
        if (auto& selection = selection_of(run);
            selection.kind == RunSelection::Kind::never && selection.reason.empty())
          selection.reason = why;
  }

  const PlanHead& head_;
  const std::vector<RunRecord>& records_;
  const Positions& positions_;
  const MeasuredLadders& measured_;
  const Ladder& ladder_;
  std::vector<RunSelection>& selections_;
  std::vector<int> rounds_{};
  std::vector<bool> reached_;        // by rung
  std::set<std::size_t> waiting_{};  // rungs of the first round
  std::string why_last_ = "the last round ended before the climb came to it";
};

Positions positions_of(const Plan& plan) {
  Positions positions;
  for (std::size_t i = 0; i < plan.runs.size(); ++i) positions.emplace(plan.runs[i].id, i);
  return positions;
}

/// A run that several ladders share is needed as long as one of them needs it.
void keep_stronger(std::optional<RunSelection>& of_all, const RunSelection& of_ladder) {
  if (!of_all || of_ladder.kind < of_all->kind) of_all = of_ladder;
}

}  // namespace

bool has_ended(const RunRecord& record) { return record.outcome && !is_due(record, false); }

Result<std::vector<RunSelection>> select_runs(const Plan& plan, const std::vector<RunRecord>& records,
                                              const MeasuredLadders& measured) {
  std::vector<std::optional<RunSelection>> selections(plan.runs.size());
  const auto positions = positions_of(plan);
  for (const auto& ladder : measured.ladders) {
    std::vector<RunSelection> of_ladder(plan.runs.size());
    TRY(LadderSelection(plan, records, positions, measured, ladder, of_ladder).find());
    for (const auto& rung : ladder.rungs)
      for (const auto& run : rung.runs)
        keep_stronger(selections[positions.at(run.run)], of_ladder[positions.at(run.run)]);
  }
  std::vector<RunSelection> all;
  for (auto& selection : selections) all.push_back(std::move(selection).value_or(RunSelection{}));
  return all;
}

}  // namespace scalegen
