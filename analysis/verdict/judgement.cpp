#include "analysis/verdict/verdict.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/scaling/time_of_work.hpp"
#include "analysis/verdict/hourly_price.hpp"

namespace scalegen::verdict {
namespace {

using Kind = Condition::Kind;

constexpr auto kUnknownSize = "nothing says how many ranks it has, and so which limit holds for it";

using Comparison = Judgement (*)(const stats::Interval&, double limit);

// Of few rounds their own scatter has to show it, too, else a rung that is noisier than the others is advised
// by chance twice as often as stated.
Judgement at_least(const stats::Interval& printed, double limit) {
  const auto interval = cautious(printed);
  if (interval.low >= limit) return Judgement::met;
  return interval.high < limit ? Judgement::missed : Judgement::open;
}

Judgement at_most(const stats::Interval& printed, double limit) {
  const auto interval = cautious(printed);
  if (interval.high <= limit) return Judgement::met;
  return interval.low > limit ? Judgement::missed : Judgement::open;
}

Condition open_condition(Kind kind, double limit, std::string why,
                         std::optional<stats::Estimate> value = std::nullopt) {
  return {.kind = kind,
          .limit = limit,
          .judgement = Judgement::open,
          .value = std::move(value),
          .why_open = std::move(why)};
}

// A value that may be wrong neither meets nor misses anything.
Condition doubted(Kind kind, double limit, const std::string& whose, const Finding& star,
                  std::optional<stats::Estimate> value) {
  auto condition = open_condition(kind, limit, fmt::format("{} a star: {}", whose, reason_of(star)), value);
  condition.is_doubted = true;
  return condition;
}

// By the whole interval. A value that has none for want of a second run, of the rung or of the one beside it,
// is judged by its figure, too.
Condition judged(Kind kind, double limit, const stats::Estimate& value, Comparison compare,
                 const ScalingPoint& point, const ScalingPoint& beside) {
  if (value.interval)
    return {.kind = kind, .limit = limit, .judgement = compare(*value.interval, limit), .value = value};
  auto condition = open_condition(kind, limit, "it has no interval", value);
  if (!has_one_run(point) && !has_one_run(beside)) return condition;
  condition.why_open = (has_one_run(point) ? "it" : beside.rung) + " has one run";
  condition.by_one_run = compare({.low = value.centre, .high = value.centre}, limit);
  return condition;
}

/// Judges the rungs of one table.
class Judge {
 public:
  Judge(const ScalingTable& table, const Question& question) : table_(table), question_(question) {}

  [[nodiscard]] std::vector<JudgedRung> judge() {
    std::vector<JudgedRung> rungs;
    for (std::size_t k = 0; k < table_.points.size(); ++k) rungs.push_back(judge_rung(k));
    return rungs;
  }

 private:
  JudgedRung judge_rung(std::size_t k) {
    const auto& rule = question_.rule;
    JudgedRung rung;
    if (rule.efficiency) rung.conditions.push_back(judge_efficiency(k));
    if (rule.per_doubling) rung.conditions.push_back(judge_doublings(k));
    if (rule.deadline) rung.conditions.push_back(judge_time(k, static_cast<double>(rule.deadline->count())));
    if (rule.budget) rung.conditions.push_back(judge_cost(k, *rule.budget));
    for (auto& condition : rung.conditions) set_doubts(k, condition);
    rung.judgement = together(rung.conditions);
    return rung;
  }

  // A rung that misses one condition misses the rule, whatever is open.
  static Judgement together(const std::vector<Condition>& conditions) {
    const auto has = [&](Judgement judgement) {
      return std::ranges::any_of(conditions, [&](const auto& c) { return c.judgement == judgement; });
    };
    for (const auto judgement : {Judgement::outside, Judgement::missed, Judgement::open})
      if (has(judgement)) return judgement;
    return Judgement::met;
  }

  void set_doubts(std::size_t k, Condition& condition) const {
    const auto& point = table_.points[k];
    const auto* const star = condition.kind == Kind::efficiency ? ratio_star(point) : value_star(point);
    if (condition.judgement != Judgement::outside && star != nullptr)
      condition = doubted(condition.kind, condition.limit, "it has", *star, condition.value);
  }

  [[nodiscard]] double limit_of(double smallest, const std::vector<LimitFrom>& larger, std::size_t k) const {
    return limit_at(smallest, larger, rank_count(table_.points[k].shape).value_or(1));
  }

  [[nodiscard]] bool has_unknown_size(const std::vector<LimitFrom>& larger, std::size_t k) const {
    return !larger.empty() && !rank_count(table_.points[k].shape);
  }

  [[nodiscard]] Condition judge_efficiency(std::size_t k) const {
    const auto& point = table_.points[k];
    const double limit = limit_of(*question_.rule.efficiency, question_.rule.efficiency_from, k);
    const auto kind = Kind::efficiency;
    const auto baseline = position_of_baseline(table_);
    const bool is_outside = table_.scaling == Scaling::throughput || !baseline ||
                            !size_ratio(point.shape, table_.points[*baseline].shape);
    if (is_outside) return {.kind = kind, .limit = limit, .judgement = Judgement::outside};
    if (!point.typical) return open_condition(kind, limit, kUnmeasured);
    if (has_unknown_size(question_.rule.efficiency_from, k)) return open_condition(kind, limit, kUnknownSize);
    if (!point.efficiency)
      return open_condition(
          kind, limit,
          table_.no_speedups.empty() ? "it is not comparable with the baseline" : table_.no_speedups);
    if (const auto* const star = ratio_star(table_.points[*baseline]))
      return doubted(kind, limit, "the baseline has", *star, point.efficiency);
    if (point.is_baseline)
      return {.kind = kind, .limit = limit, .judgement = Judgement::met, .value = point.efficiency};
    return judged(kind, limit, *point.efficiency, at_least, point, table_.points[*baseline]);
  }

  // Each doubling up to the rung has to be fast enough: the value is that of the last one.
  [[nodiscard]] Condition judge_doublings(std::size_t k) const {
    const auto& point = table_.points[k];
    const double limit = limit_of(*question_.rule.per_doubling, question_.rule.per_doubling_from, k);
    const auto kind = Kind::per_doubling;
    if (!point.typical) return open_condition(kind, limit, kUnmeasured);
    if (has_unknown_size(question_.rule.per_doubling_from, k))
      return open_condition(kind, limit, kUnknownSize);
    if (!point.doubling) {
      if (is_smallest(k)) return {.kind = kind, .limit = limit, .judgement = Judgement::met};
      return open_condition(kind, limit, "no comparable rung of half its size was measured");
    }
    const auto& speedup = point.doubling->speedup;
    if (const auto* const star = value_star(table_.points[point.doubling->divided]))
      return doubted(kind, limit, point.doubling->from + " has", *star, speedup);
    if (const auto* const star = doubling_star(table_, point))
      return doubted(kind, limit, "this doubling has", *star, speedup);
    const auto half = judge_doublings(point.doubling->divided);
    auto own = judged(kind, limit, speedup, at_least, point, table_.points[point.doubling->divided]);
    if (own.by_one_run.value_or(own.judgement) != Judgement::met || half.judgement == Judgement::met)
      return own;
    if (half.judgement == Judgement::missed) own.by_one_run.reset(), own.why_open.clear();
    if (half.judgement == Judgement::open && !own.by_one_run) own.why_open = "a doubling below it is open";
    if (!own.by_one_run) own.judgement = half.judgement;
    own.by_one_run = half.by_one_run;
    return own;
  }

  [[nodiscard]] bool is_smallest(std::size_t k) const {
    for (std::size_t other = 0; other < table_.points.size(); ++other) {
      const auto ratio = size_ratio(table_.points[k].shape, table_.points[other].shape);
      if (ratio && *ratio > 1) return false;
    }
    return true;
  }

  [[nodiscard]] Condition judge_time(std::size_t k, double limit) const {
    const auto& point = table_.points[k];
    const auto time = time_of_work(point, point.mean, question_.metric, *question_.rule.work);
    if (!time) return open_condition(Kind::deadline, limit, time.error().front().message);
    return judged(Kind::deadline, limit, *time, at_most, point, point);
  }

  [[nodiscard]] Condition judge_cost(std::size_t k, const Budget& budget) const {
    const auto& point = table_.points[k];
    const auto time = time_of_work(point, point.mean, question_.metric, *question_.rule.work);
    if (!time) return open_condition(Kind::budget, budget.amount, time.error().front().message);
    const auto hourly = hourly_price(table_.points[k], budget.unit);
    if (!hourly)
      return open_condition(Kind::budget, budget.amount,
                            budget.unit == kNodeHours && !table_.points[k].shape.nodes
                                ? "nothing says on how many nodes it is, so its node-hours are not known"
                                : "its price in " + budget.unit + " is not known");
    const auto cost = stats::scaled(*time, *hourly / 3600);
    return judged(Kind::budget, budget.amount, cost, at_most, point, point);
  }

  const ScalingTable& table_;
  const Question& question_;
};

}  // namespace

std::vector<JudgedRung> judge(const ScalingTable& table, const Question& question) {
  return Judge(table, question).judge();
}

}  // namespace scalegen::verdict
