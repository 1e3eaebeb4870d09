#include "analysis/report/condition_text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "analysis/scaling/figure_text.hpp"
#include "core/units.hpp"

namespace scalegen::report {

using verdict::Condition;
using verdict::JudgedRung;

namespace {

std::string seconds_text(double seconds, int digits) {
  if (seconds < 60) return with_digits(seconds, digits) + " s";
  if (seconds < 7200) return with_digits(seconds / 60, digits) + " min";
  return seconds < 172800 ? with_digits(seconds / 3600, digits) + " h"
                          : with_digits(seconds / 86400, digits) + " d";
}

std::string amount_digits(double amount, int digits) {
  return digits == kFewDigits && amount < 0.0995 ? fmt::format("{:.3g}", amount)
                                                 : with_digits(amount, digits);
}

std::string with_interval(const Condition& condition, DigitsText text) {
  const auto& [centre, interval] = *condition.value;
  if (!interval) return text(centre, kFewDigits);
  const int digits = digits_that_tell({interval->low, interval->high, condition.limit}, text);
  return fmt::format("{} [{}, {}]", text(centre, digits), text(interval->low, digits),
                     text(interval->high, digits));
}

}  // namespace

std::string amount_text(double amount) { return amount_digits(amount, kFewDigits); }

std::string value_text(const Condition& condition, const Advice& rule) {
  const auto& value = *condition.value;
  switch (condition.kind) {
    case Condition::Kind::efficiency:
      return "efficiency " + efficiency_text(value, condition.limit);
    case Condition::Kind::per_doubling:
      return factor_text(value, condition.limit) + " per doubling";
    case Condition::Kind::deadline:
      return with_interval(condition, seconds_text);
    case Condition::Kind::budget:
      return with_interval(condition, amount_digits) + " " + rule.budget->unit;
  }
  return "";
}

std::string limit_text(const Condition& condition, const Advice& rule) {
  switch (condition.kind) {
    case Condition::Kind::efficiency:
      return fmt::format("an efficiency of {:g} %", 100 * condition.limit);
    case Condition::Kind::per_doubling:
      return fmt::format("{:g}x per doubling", condition.limit);
    case Condition::Kind::deadline:
      return fmt::format("the deadline of {}",
                         duration_text(std::chrono::seconds(std::llround(condition.limit))));
    case Condition::Kind::budget:
      return fmt::format("the budget of {:g} {}", condition.limit, rule.budget->unit);
  }
  return "";
}

std::string figures_of(const JudgedRung& rung, const Advice& rule) {
  std::string text;
  for (const auto& condition : rung.conditions)
    if (condition.value) text += (text.empty() ? "" : ", ") + value_text(condition, rule);
  return text;
}

}  // namespace scalegen::report
