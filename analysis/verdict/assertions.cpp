#include "analysis/verdict/assertions.hpp"

#include <fmt/format.h>

namespace scalegen::verdict {
namespace {

using Figure = Assertion::Figure;

bool is_of(Figure figure, Quantity quantity) {
  return figure == (quantity == Quantity::rate ? Figure::throughput : Figure::time);
}

std::optional<stats::Estimate> value_of(const ScalingPoint& point, Figure figure) {
  if (figure == Figure::efficiency) return point.efficiency;
  if (figure == Figure::speedup) return point.speedup;
  if (figure != Figure::per_doubling) return point.typical;
  return point.doubling ? std::optional(point.doubling->speedup) : std::nullopt;
}

const Finding* star_at(const Assertion& assertion, const ScalingTable& table, std::size_t k) {
  const auto& point = table.points[k];
  if (assertion.figure == Figure::throughput || assertion.figure == Figure::time) return value_star(point);
  if (assertion.figure == Figure::per_doubling) return doubling_star(table, point);
  return speedup_star(table, point);
}

// The baseline is compared with itself.
bool is_one_by_definition(const Assertion& assertion, const ScalingPoint& point) {
  return point.is_baseline && (assertion.figure == Figure::efficiency || assertion.figure == Figure::speedup);
}

// Empty if its interval may decide.
std::string why_open(const Assertion& assertion, const ScalingPoint& point, const Metric& metric,
                     const Finding* star) {
  if (!point.typical) return kUnmeasured;
  const bool has_unit = assertion.figure == Figure::throughput || assertion.figure == Figure::time;
  if (has_unit && !is_of(assertion.figure, metric.quantity))
    return fmt::format("the report has {}", metric.quantity == Quantity::rate ? "throughputs" : "times");
  if (has_unit && assertion.unit != metric.unit) return fmt::format("the report is in {}", metric.unit);
  const auto value = value_of(point, assertion.figure);
  if (!value)
    return point.no_speedup.empty() ? "the report has no such figure for this rung" : point.no_speedup;
  if (star != nullptr) return "its value has a star: " + reason_of(*star);
  if (!value->interval && !is_one_by_definition(assertion, point))
    return "it has no interval: that takes two rounds or more";
  return "";
}

Judgement judged(const Assertion& assertion, const stats::Interval& interval) {
  const bool is_above = interval.low >= assertion.limit;
  const bool is_below = interval.high < assertion.limit;
  if (assertion.at_least) return is_above ? Judgement::met : is_below ? Judgement::missed : Judgement::open;
  if (interval.high <= assertion.limit) return Judgement::met;
  return interval.low > assertion.limit ? Judgement::missed : Judgement::open;
}

JudgedAssertion judge_at(const Assertion& assertion, const ScalingPoint& point, const Metric& metric,
                         const Finding* star) {
  JudgedAssertion one{.assertion = assertion,
                      .value = value_of(point, assertion.figure),
                      .why_open = why_open(assertion, point, metric, star)};
  if (one.why_open.empty())
    one.judgement = judged(assertion, one.value->interval.value_or(stats::Interval{1, 1, 1}));
  return one;
}

std::optional<std::size_t> position_of(const std::string& rung, const ScalingTable& table) {
  for (std::size_t k = 0; k < table.points.size(); ++k)
    if (table.points[k].rung == rung) return k;
  return std::nullopt;
}

}  // namespace

std::vector<JudgedAssertion> judge_assertions(const std::vector<Assertion>& assertions,
                                              const ScalingTable& table, std::size_t number,
                                              const Metric& metric) {
  std::vector<JudgedAssertion> all;
  for (const auto& assertion : assertions) {
    const auto k = position_of(assertion.rung, table);
    if (!k) continue;
    auto one = judge_at(assertion, table.points[*k], metric, star_at(assertion, table, *k));
    one.table = number;
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace scalegen::verdict
