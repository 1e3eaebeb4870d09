#include "analysis/verdict/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/cost/rung_cost.hpp"
#include "analysis/scaling/distinct_values.hpp"
#include "analysis/scaling/time_of_work.hpp"
#include "analysis/statistics/outlook.hpp"
#include "analysis/verdict/hourly_price.hpp"

namespace scalegen::verdict {
namespace {

using Kind = Condition::Kind;

constexpr double kTail = 0.05;  // of the intervals that a further measurement is planned for

// Larger by size; of two of one size the faster one.
bool is_larger(const ScalingTable& table, std::size_t a, std::size_t b) {
  const auto ratio = size_ratio(table.points[a].shape, table.points[b].shape);
  if (ratio && *ratio != 1) return *ratio > 1;
  const auto speed = [&](std::size_t k) {
    return table.points[k].speedup ? table.points[k].speedup->centre : 0;
  };
  return ratio && speed(a) != speed(b) ? speed(a) > speed(b) : a > b;
}

// What a rung costs for the work; 0 if that is unknown.
double typical_cost(const ScalingTable& table, const Question& question, std::size_t k) {
  const auto time = time_of_work(table.points[k], table.points[k].mean, question.metric, *question.rule.work);
  return time ? time->centre * hourly_price(table.points[k]) : 0;
}

// True if a rung would be advised in place of another one, if it were shown to meet the rule.
bool would_replace(const ScalingTable& table, const Question& question, std::size_t k, std::size_t advised) {
  return question.rule.deadline ? typical_cost(table, question, k) < typical_cost(table, question, advised)
                                : is_larger(table, k, advised);
}

bool meets_rule(const JudgedRung& rung, bool by_one_run) {
  if (!by_one_run || rung.judgement != Judgement::open) return rung.judgement == Judgement::met;
  return std::ranges::all_of(rung.conditions, [](const Condition& one) {
    return one.by_one_run.value_or(one.judgement) == Judgement::met;
  });
}

std::optional<std::size_t> best_rung(const ScalingTable& table, const Question& question,
                                     const std::vector<JudgedRung>& rungs, bool by_one_run) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < rungs.size(); ++k) {
    if (!meets_rule(rungs[k], by_one_run)) continue;
    if (!best || would_replace(table, question, k, *best)) best = k;
  }
  return best;
}

// The nearest smaller or larger rung that was measured; of several of one size that with the fewest nodes.
template <class IsBeyond>
std::optional<std::size_t> nearest(const ScalingTable& table, std::size_t k, const IsBeyond& is_beyond) {
  std::optional<std::size_t> best;
  double distance = 0;
  for (std::size_t other = 0; other < table.points.size(); ++other) {
    const auto ratio = size_ratio(table.points[other].shape, table.points[k].shape);
    if (!ratio || !table.points[other].typical || !is_beyond(*ratio)) continue;
    const double away = std::abs(std::log(*ratio));
    if (!best || away < distance) best = other, distance = away;
  }
  return best;
}

std::optional<RungStep> step_between(const ScalingTable& table, std::size_t from, std::size_t to) {
  const bool are_comparable = table.points[from].speedup && table.points[to].speedup;
  const auto& doubling = table.points[to].doubling;
  const bool is_doubling = doubling && doubling->divided == from;
  const bool is_doubted =
      ratio_star(table.points[from]) != nullptr || ratio_star(table.points[to]) != nullptr;
  if ((!are_comparable && !is_doubling) || is_doubted) return std::nullopt;
  auto speedup = stats::ratio_of(table.of_equal_work, from, to);
  if (!speedup) return std::nullopt;
  remove_interval_without_width(*speedup);
  RungStep step{.from = from, .to = to, .speedup = *speedup};
  auto of_means = stats::ratio_of(table.mean_times, from, to);
  const auto rate = hourly_price_ratio(table.points[to], table.points[from]);
  if (!of_means || !rate) return step;
  remove_interval_without_width(*of_means);
  step.cost = stats::scaled(stats::inverse(*of_means), *rate);
  return step;
}

std::optional<int> more_rounds(const ScalingTable& table, const OpenRung& open) {
  const auto& value = open.condition.value;
  if (!value || !value->interval) return std::nullopt;
  // The middle of the interval is a mean where the centre is a median: the interval is told from the limit by
  // it.
  const double middle = std::sqrt(value->interval->low * value->interval->high);
  const double limit = open.condition.limit;
  const double margin = (middle > limit) == (value->centre > limit) ? std::abs(std::log(middle / limit)) : 0;
  const auto& sample = open.beside == open.point ? table.mean_times : table.of_equal_work;
  const auto outlook = open.beside == open.point ? stats::outlook_of_time(sample, open.point)
                                                 : stats::outlook_of_ratio(sample, open.beside, open.point);
  if (margin == 0 || !outlook) return std::nullopt;
  const int needed = stats::rounds_needed(*outlook, margin, kTail, kTail);
  if (needed >= stats::kMaxRounds) return std::nullopt;
  const auto have = static_cast<int>(values_of(table.points[open.point].runs).size());
  return std::max(needed - have, 1);
}

const Condition& open_condition_of(const JudgedRung& rung) {
  return *std::ranges::find_if(rung.conditions, [](const auto& c) { return c.judgement == Judgement::open; });
}

// The rung that a condition compares with; of a time or a price the rung itself.
std::size_t compared_with(const ScalingTable& table, std::size_t k, const Condition& condition) {
  const auto& point = table.points[k];
  if (condition.kind == Kind::per_doubling && point.doubling) return point.doubling->divided;
  if (condition.kind != Kind::efficiency) return k;
  return position_of_baseline(table).value_or(k);
}

// What runs of the open rung and of the one beside it cost, if they take as long as those that were measured.
std::optional<double> price_of_rounds(const ScalingTable& table, const Metric& metric, const OpenRung& open) {
  const auto costs = rung_costs(table, metric);
  double price = 0;
  for (const auto k : std::set{open.point, open.beside}) {
    if (!costs[k] || !costs[k]->run_hours) return std::nullopt;
    price += hourly_price(table.points[k]) * costs[k]->run_hours->centre;
  }
  return price * *open.more_rounds;
}

// The smallest open rung that might be advised; one whose ranks never met before others, which noise alone
// may keep open: its program is what a person has to mend first.
std::optional<OpenRung> first_open(const ScalingTable& table, const Question& question,
                                   const Verdict& verdict) {
  std::optional<std::size_t> first;
  const auto met = [&](std::size_t k) {
    return find(table.points[k].findings, FindingKind::worked_alone) == nullptr;
  };
  for (std::size_t k = 0; k < verdict.rungs.size(); ++k) {
    if (verdict.rungs[k].judgement != Judgement::open) continue;
    if (verdict.unproven && open_condition_of(verdict.rungs[k]).by_one_run) continue;  // the answer says so
    const auto answer = answer_of(verdict);
    if (answer && !would_replace(table, question, k, *answer)) continue;
    if (!first || (met(k) == met(*first) ? is_larger(table, *first, k) : met(*first))) first = k;
  }
  if (!first) return std::nullopt;
  const auto& condition = open_condition_of(verdict.rungs[*first]);
  OpenRung open{.point = *first, .condition = condition, .beside = compared_with(table, *first, condition)};
  if (!condition.is_doubted) open.more_rounds = more_rounds(table, open);
  if (open.more_rounds) open.price = price_of_rounds(table, question.metric, open);
  return open;
}

// Why no rung but the baseline has an efficiency, if several were measured; empty if one has.
std::string why_no_efficiency(const ScalingTable& table) {
  const auto count = [&](const auto& holds) { return std::ranges::count_if(table.points, holds); };
  const auto baseline = position_of_baseline(table);
  if (!baseline || count([](const auto& p) { return p.typical.has_value(); }) < 2) return "";
  if (count([](const auto& p) { return p.efficiency && !p.is_baseline; }) > 0) return "";
  if (!size_ratio(table.points[*baseline].shape, table.points[*baseline].shape))
    return fmt::format(
        "an efficiency compares sizes, and nothing says that of {}: name rungs as 4gpu, 8ranks or 2nodes",
        table.points[*baseline].rung);
  if (count([](const auto& p) { return p.speedup && !p.is_baseline; }) == 0)
    return "no other rung is comparable with the baseline";
  return fmt::format(
      "an efficiency compares rungs on one kind of device, and {}, the baseline, is alone on its",
      table.points[*baseline].rung);
}

std::string why_none(const ScalingTable& table, const Question& question,
                     const std::vector<JudgedRung>& rungs) {
  const bool needs_baseline = question.rule.efficiency.has_value();
  if (needs_baseline && table.scaling == Scaling::throughput)
    return "throughput scaling has no efficiency; 'advise:' with a deadline or a budget judges its rungs";
  if (needs_baseline && !table.no_speedups.empty()) return table.no_speedups;
  if (const auto why = why_no_efficiency(table); needs_baseline && !why.empty()) return why;
  if (table.points.size() == 1)
    return table.points.front().rung + " is the only rung, and a rule compares rungs";
  const auto is_missed = [](const auto& rung) { return rung.judgement == Judgement::missed; };
  if (std::ranges::any_of(rungs, is_missed) &&
      std::ranges::none_of(rungs, [](const auto& r) { return r.judgement == Judgement::open; }))
    return "no rung meets the rule";
  return "no rung is shown to meet the rule";
}

}  // namespace

Verdict verdict_on(const ScalingTable& table, const Question& question) {
  Verdict verdict{.rungs = judge(table, question)};
  const bool compares = !question.rule.deadline && !question.rule.budget;
  const bool has_question = !question.rule.efficiency || why_no_efficiency(table).empty();
  if (has_question && (table.points.size() > 1 || !compares)) {
    const auto best = [&](bool by_one_run) { return best_rung(table, question, verdict.rungs, by_one_run); };
    verdict.advised = best(false);
    if (best(true) != verdict.advised) verdict.unproven = best(true);
    const auto is_proven = [](const Condition& one) { return one.value && one.value->interval; };
    if (verdict.unproven && verdict.advised &&
        std::ranges::none_of(verdict.rungs[*verdict.advised].conditions, is_proven))
      verdict.advised.reset();  // the baseline, or the smallest size: by definition
  }
  verdict.open = first_open(table, question, verdict);
  const auto answer = answer_of(verdict);
  if (!answer) {
    verdict.none = why_none(table, question, verdict.rungs);
    return verdict;
  }
  if (const auto smaller = nearest(table, *answer, [](double ratio) { return ratio < 1; }))
    verdict.from_smaller = step_between(table, *smaller, *answer);
  const auto larger = nearest(table, *answer, [](double ratio) { return ratio > 1; });
  if (larger) verdict.to_larger = step_between(table, *answer, *larger);
  verdict.is_largest = !larger;
  return verdict;
}

}  // namespace scalegen::verdict
