#include "analysis/answer/assertions.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen::answer {
namespace {

using Figure = Assertion::Figure;

bool is_of(Figure figure, Quantity quantity) {
  return figure == (quantity == Quantity::rate ? Figure::throughput : Figure::time);
}

std::optional<stats::Estimate> value_of(const ScalingPoint& point, Figure figure) {
  switch (figure) {
    case Figure::efficiency:
      return point.efficiency;
    case Figure::speedup:
      return point.speedup;
    case Figure::per_doubling:
      return point.doubling ? std::optional(point.doubling->speedup) : std::nullopt;
    case Figure::throughput:
    case Figure::time:
      return point.typical;
  }
  return std::nullopt;
}

// Empty if its interval may decide.
std::string why_open(const Assertion& assertion, const ScalingPoint& point, const Metric& metric,
                     bool is_starred) {
  if (!point.typical) return why_unmeasured(point);
  const bool has_unit = assertion.figure == Figure::throughput || assertion.figure == Figure::time;
  if (has_unit && !is_of(assertion.figure, metric.quantity))
    return fmt::format("the report has {}", metric.quantity == Quantity::rate ? "throughputs" : "times");
  if (has_unit && assertion.unit != metric.unit) return fmt::format("the report is in {}", metric.unit);
  const auto value = value_of(point, assertion.figure);
  if (!value)
    return point.no_speedup.empty() ? "the report has no such figure for this rung" : point.no_speedup;
  if (is_starred) return "its value has a star";
  if (!value->interval) return "it has no interval: that takes two rounds or more";
  return "";
}

Judgement judged(const Assertion& assertion, const stats::Interval& interval) {
  const bool is_above = interval.low >= assertion.limit;
  const bool is_below = interval.high < assertion.limit;
  if (assertion.at_least) return is_above ? Judgement::met : is_below ? Judgement::missed : Judgement::open;
  if (interval.high <= assertion.limit) return Judgement::met;
  return interval.low > assertion.limit ? Judgement::missed : Judgement::open;
}

}  // namespace

std::vector<JudgedAssertion> judge_assertions(const std::vector<Assertion>& assertions,
                                              const ScalingTable& table, std::size_t number,
                                              const Metric& metric, const std::vector<bool>& starred) {
  std::vector<JudgedAssertion> all;
  for (const auto& assertion : assertions) {
    const auto point = std::find_if(table.points.begin(), table.points.end(),
                                    [&](const auto& p) { return p.rung == assertion.rung; });
    if (point == table.points.end()) continue;
    const bool is_starred = starred[static_cast<std::size_t>(point - table.points.begin())];
    JudgedAssertion one{.assertion = assertion,
                        .table = number,
                        .value = value_of(*point, assertion.figure),
                        .why_open = why_open(assertion, *point, metric, is_starred)};
    if (one.why_open.empty()) one.judgement = judged(assertion, *one.value->interval);
    all.push_back(std::move(one));
  }
  return all;
}

}  // namespace scalegen::answer
