#include "analysis/answer/verdict.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>

#include "analysis/answer/hourly_price.hpp"
#include "analysis/answer/time_of_work.hpp"
#include "analysis/cost/rung_cost.hpp"
#include "analysis/scaling/scatter.hpp"
#include "analysis/statistics/multiple_testing.hpp"

namespace scalegen::answer {
namespace {

using Kind = Condition::Kind;

constexpr double kTail = 0.05;  // of the intervals that a further measurement is planned for

Judgement at_least(const stats::Interval& interval, double limit) {
  if (interval.low >= limit) return Judgement::met;
  return interval.high < limit ? Judgement::missed : Judgement::open;
}

Judgement at_most(const stats::Interval& interval, double limit) {
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

Condition outside(Kind kind, double limit) {
  return {.kind = kind, .limit = limit, .judgement = Judgement::outside};
}

std::optional<std::size_t> baseline_of(const ScalingTable& table) {
  const auto& points = table.points;
  const auto found = std::find_if(points.begin(), points.end(), [](const auto& p) { return p.is_baseline; });
  return found == points.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - points.begin()));
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
    if (rule.efficiency) rung.conditions.push_back(judge_efficiency(k, *rule.efficiency));
    if (rule.per_doubling) rung.conditions.push_back(judge_doublings(k, *rule.per_doubling));
    if (rule.deadline) rung.conditions.push_back(judge_time(k, static_cast<double>(rule.deadline->count())));
    if (rule.budget) rung.conditions.push_back(judge_cost(k, *rule.budget));
    for (auto& condition : rung.conditions) set_doubts(k, condition);
    rung.judgement = together(rung.conditions);
    return rung;
  }

  // A rung that misses one condition misses the rule, whatever is open.
  static Judgement together(const std::vector<Condition>& conditions) {
    const auto has = [&](Judgement judgement) {
      return std::any_of(conditions.begin(), conditions.end(),
                         [&](const auto& c) { return c.judgement == judgement; });
    };
    for (const auto judgement : {Judgement::outside, Judgement::missed, Judgement::open})
      if (has(judgement)) return judgement;
    return Judgement::met;
  }

  [[nodiscard]] bool is_starred(std::size_t k) const {
    return k < question_.starred.size() && question_.starred[k];
  }

  // A value that may be wrong neither meets nor misses anything.
  void set_doubts(std::size_t k, Condition& condition) const {
    if (condition.judgement == Judgement::outside || !is_starred(k)) return;
    condition.judgement = Judgement::open;
    condition.why_open = "its values have a star";
  }

  [[nodiscard]] Condition judge_efficiency(std::size_t k, double limit) const {
    const auto& point = table_.points[k];
    const auto kind = Kind::efficiency;
    const auto baseline = baseline_of(table_);
    const bool is_outside = table_.scaling == Scaling::throughput || !baseline ||
                            !size_ratio(point.shape, table_.points[*baseline].shape);
    if (is_outside) return outside(kind, limit);
    if (!point.typical) return open_condition(kind, limit, why_unmeasured(point));
    if (!point.efficiency) return open_condition(kind, limit, "it is not comparable with the baseline");
    if (is_starred(*baseline))
      return open_condition(kind, limit, "the values of the baseline have a star", point.efficiency);
    if (point.is_baseline)
      return {.kind = kind, .limit = limit, .judgement = Judgement::met, .value = point.efficiency};
    if (!point.efficiency->interval)
      return open_condition(kind, limit, "it has no interval", point.efficiency);
    return {.kind = kind,
            .limit = limit,
            .judgement = at_least(*point.efficiency->interval, limit),
            .value = point.efficiency};
  }

  // Each doubling up to the rung has to be fast enough: the value is that of the last one.
  [[nodiscard]] Condition judge_doublings(std::size_t k, double limit) const {
    const auto& point = table_.points[k];
    const auto kind = Kind::per_doubling;
    if (!point.typical) return open_condition(kind, limit, why_unmeasured(point));
    if (!point.doubling) {
      if (is_smallest(k)) return {.kind = kind, .limit = limit, .judgement = Judgement::met};
      return open_condition(kind, limit, "no comparable rung of half its size was measured");
    }
    const auto& speedup = point.doubling->speedup;
    if (is_starred(point.doubling->divided))
      return open_condition(kind, limit, "the values of " + point.doubling->from + " have a star", speedup);
    if (!speedup.interval) return open_condition(kind, limit, "it has no interval", speedup);
    const auto half = judge_doublings(point.doubling->divided, limit);
    const auto own = at_least(*speedup.interval, limit);
    if (own == Judgement::met && half.judgement != Judgement::met)
      return {.kind = kind,
              .limit = limit,
              .judgement = half.judgement,
              .value = speedup,
              .why_open = half.judgement == Judgement::open ? "a doubling below it is open" : ""};
    return {.kind = kind, .limit = limit, .judgement = own, .value = speedup};
  }

  [[nodiscard]] bool is_smallest(std::size_t k) const {
    return std::none_of(table_.points.begin(), table_.points.end(), [&](const auto& other) {
      const auto ratio = size_ratio(table_.points[k].shape, other.shape);
      return ratio && *ratio > 1;
    });
  }

  [[nodiscard]] Condition judge_time(std::size_t k, double limit) const {
    const auto time = time_of_work(table_.points[k], question_.metric, *question_.rule.work);
    if (!time) return open_condition(Kind::deadline, limit, time.error().front().message);
    if (!time->interval) return open_condition(Kind::deadline, limit, "it has no interval", *time);
    return {
        .kind = Kind::deadline, .limit = limit, .judgement = at_most(*time->interval, limit), .value = *time};
  }

  [[nodiscard]] Condition judge_cost(std::size_t k, const Budget& budget) const {
    const auto time = time_of_work(table_.points[k], question_.metric, *question_.rule.work);
    if (!time) return open_condition(Kind::budget, budget.amount, time.error().front().message);
    const auto hourly = hourly_price(table_.points[k], budget.unit);
    if (!hourly)
      return open_condition(Kind::budget, budget.amount, "its price in " + budget.unit + " is not known");
    const auto cost = stats::scaled(*time, *hourly / 3600);
    if (!cost.interval) return open_condition(Kind::budget, budget.amount, "it has no interval", cost);
    return {.kind = Kind::budget,
            .limit = budget.amount,
            .judgement = at_most(*cost.interval, budget.amount),
            .value = cost};
  }

  const ScalingTable& table_;
  const Question& question_;
};

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
  const auto time = time_of_work(table.points[k], question.metric, *question.rule.work);
  return time ? time->centre * hourly_price(table.points[k]) : 0;
}

// True if a rung would be advised in place of another one, if it were shown to meet the rule.
bool would_replace(const ScalingTable& table, const Question& question, std::size_t k, std::size_t advised) {
  return question.rule.deadline ? typical_cost(table, question, k) < typical_cost(table, question, advised)
                                : is_larger(table, k, advised);
}

std::optional<std::size_t> advised_rung(const ScalingTable& table, const Question& question,
                                        const std::vector<JudgedRung>& rungs) {
  std::optional<std::size_t> best;
  for (std::size_t k = 0; k < rungs.size(); ++k) {
    if (rungs[k].judgement != Judgement::met) continue;
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

std::optional<Step> step_between(const ScalingTable& table, std::size_t from, std::size_t to) {
  const bool are_comparable = table.points[from].speedup && table.points[to].speedup;
  const auto& doubling = table.points[to].doubling;
  const bool is_doubling = doubling && doubling->divided == from;
  if (!are_comparable && !is_doubling) return std::nullopt;
  auto speedup = stats::ratio_of(table.of_equal_work, from, to);
  if (!speedup) return std::nullopt;
  remove_interval_without_width(*speedup);
  Step step{.from = from, .to = to, .speedup = *speedup};
  if (const auto rate = hourly_price_ratio(table.points[to], table.points[from]))
    step.cost = stats::scaled(stats::inverse(*speedup), *rate);
  return step;
}

std::optional<int> more_rounds(const ScalingTable& table, std::size_t k, const Condition& condition) {
  if (!table.noise || !condition.value || !condition.value->interval) return std::nullopt;
  const double margin = std::abs(std::log(condition.value->centre / condition.limit));
  if (margin == 0) return std::nullopt;
  const int needed = stats::rounds_needed(*table.noise, table.points.size(), margin, kTail);
  if (needed >= stats::kMaxRounds) return std::nullopt;
  const auto have = static_cast<int>(values_of(table.points[k].runs).size());
  return std::max(needed - have, 1);
}

const Condition& open_condition_of(const JudgedRung& rung) {
  return *std::find_if(rung.conditions.begin(), rung.conditions.end(),
                       [](const auto& c) { return c.judgement == Judgement::open; });
}

// The rung that a condition compares with; of a time or a price the rung itself.
std::size_t compared_with(const ScalingTable& table, std::size_t k, const Condition& condition) {
  const auto& point = table.points[k];
  if (condition.kind == Kind::per_doubling && point.doubling) return point.doubling->divided;
  if (condition.kind != Kind::efficiency) return k;
  return baseline_of(table).value_or(k);
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

// The smallest open rung that might be advised.
std::optional<OpenRung> first_open(const ScalingTable& table, const Question& question,
                                   const Verdict& verdict) {
  std::optional<std::size_t> first;
  for (std::size_t k = 0; k < verdict.rungs.size(); ++k) {
    if (verdict.rungs[k].judgement != Judgement::open) continue;
    if (verdict.advised && !would_replace(table, question, k, *verdict.advised)) continue;
    if (!first || is_larger(table, *first, k)) first = k;
  }
  if (!first) return std::nullopt;
  const auto& condition = open_condition_of(verdict.rungs[*first]);
  OpenRung open{*first, condition, more_rounds(table, *first, condition),
                compared_with(table, *first, condition)};
  if (open.more_rounds) open.price = price_of_rounds(table, question.metric, open);
  return open;
}

// True if several rungs were measured, and only the baseline has an efficiency.
bool is_alone(const ScalingTable& table) {
  const auto count = [&](const auto& holds) {
    return std::count_if(table.points.begin(), table.points.end(), holds);
  };
  return count([](const auto& p) { return p.typical.has_value(); }) > 1 &&
         count([](const auto& p) { return p.efficiency.has_value(); }) == 1;
}

std::string why_none(const ScalingTable& table, const Question& question,
                     const std::vector<JudgedRung>& rungs) {
  const bool needs_baseline = question.rule.efficiency.has_value();
  if (needs_baseline && table.scaling == Scaling::throughput)
    return "throughput scaling has no efficiency; 'advise:' with a deadline or a budget judges its rungs";
  if (needs_baseline && !table.no_speedups.empty()) return table.no_speedups;
  if (needs_baseline && is_alone(table)) return "no other rung is comparable with the baseline";
  if (table.points.size() == 1)
    return table.points.front().rung + " is the only rung, and a rule compares rungs";
  const auto is_missed = [](const auto& rung) { return rung.judgement == Judgement::missed; };
  if (std::any_of(rungs.begin(), rungs.end(), is_missed) &&
      std::none_of(rungs.begin(), rungs.end(), [](const auto& r) { return r.judgement == Judgement::open; }))
    return "no rung meets the rule";
  return "no rung is shown to meet the rule";
}

}  // namespace

Verdict verdict_on(const ScalingTable& table, const Question& question) {
  Verdict verdict{.rungs = Judge(table, question).judge()};
  const bool compares = !question.rule.deadline && !question.rule.budget;
  const bool has_question = question.rule.efficiency ? !is_alone(table) : true;
  if (has_question && (table.points.size() > 1 || !compares))
    verdict.advised = advised_rung(table, question, verdict.rungs);
  verdict.open = first_open(table, question, verdict);
  if (!verdict.advised) {
    verdict.none = why_none(table, question, verdict.rungs);
    return verdict;
  }
  const auto advised = *verdict.advised;
  if (const auto smaller = nearest(table, advised, [](double ratio) { return ratio < 1; }))
    verdict.from_smaller = step_between(table, *smaller, advised);
  const auto larger = nearest(table, advised, [](double ratio) { return ratio > 1; });
  if (larger) verdict.to_larger = step_between(table, advised, *larger);
  verdict.is_largest = !larger;
  return verdict;
}

}  // namespace scalegen::answer
