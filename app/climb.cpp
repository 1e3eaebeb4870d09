#include "app/climb.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <numbers>
#include <optional>

#include "analysis/scaling/figure_text.hpp"
#include "core/stopping_rule.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::optional<stats::Estimate> estimate_of(const ScalingPoint& point, const std::string& name) {
  if (name == "efficiency") return point.efficiency;
  if (name == "speedup") return point.speedup;
  if (name == "per_doubling" && point.doubling) return point.doubling->speedup;
  return std::nullopt;
}

bool is_estimate(const std::string& name) {
  return name == "efficiency" || name == "speedup" || name == "per_doubling";
}

stats::Interval interval_of(const stats::Estimate& estimate, bool is_baseline) {
  if (estimate.interval) return *estimate.interval;
  const double chance = is_baseline ? 1 : std::exp(1.96 * std::numbers::sqrt2 * kAssumedScatter);
  return {estimate.centre / chance, estimate.centre * chance, 0};
}

std::string text_of(const std::string& name, const ScalingPoint& point) {
  const auto estimate = *estimate_of(point, name);
  if (name == "efficiency") return "efficiency " + efficiency_text(estimate);
  return with_spaces(name) + " " + factor_text(estimate);
}

bool is_true(const Value& value) {
  if (const auto* whole = std::get_if<std::int64_t>(&value)) return *whole != 0;
  const auto* real = std::get_if<double>(&value);
  return real == nullptr || *real != 0;
}

// The values of one end, or the middle, of all intervals.
enum class Place { low, centre, high };

Settings values_at(Place place, const Expression& condition, const ScalingPoint& point) {
  Settings values = {{"ranks", std::int64_t{rank_count(point.shape).value_or(1)}},
                     {"nodes", std::int64_t{point.shape.nodes.value_or(1)}}};
  for (const auto& name : condition.names()) {
    if (!is_estimate(name.value)) continue;
    const auto estimate = *estimate_of(point, name.value);
    const auto interval = interval_of(estimate, point.is_baseline);
    values.push_back({name.value, place == Place::low    ? interval.low
                                  : place == Place::high ? interval.high
                                                         : estimate.centre});
  }
  return values;
}

}  // namespace

Result<Expression> climb_condition(const std::string& text) {
  return Expression::parse(Located<std::string>{text, {}});
}

ClimbDecision decide_climb(const Expression& condition, const std::string& text, const ScalingPoint& point) {
  if (!point.typical) return {false, fmt::format("{} has no value", point.rung)};
  std::vector<std::string> facts;
  for (const auto& name : condition.names()) {
    if (!is_estimate(name.value)) continue;
    if (!estimate_of(point, name.value)) return {};
    facts.push_back(text_of(name.value, point));
  }
  for (const auto place : {Place::low, Place::centre, Place::high}) {
    const auto holds = condition.evaluate(values_at(place, condition, point));
    if (!holds)
      return {false,
              fmt::format("at {} '{}' has no value: {}", point.rung, text, holds.error().front().message)};
    if (is_true(*holds)) return {};
  }
  if (facts.empty()) return {false, fmt::format("'{}' does not hold at {}", text, point.rung)};
  return {false, fmt::format("{} has {}, '{}' does not hold", point.rung, fmt::join(facts, " and "), text)};
}

}  // namespace scalegen
