#include "analysis/report/condition_text.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>

#include "analysis/report/numbers.hpp"
#include "core/units.hpp"

namespace scalegen::report {

using answer::Condition;
using answer::JudgedRung;

namespace {

std::string seconds_text(double seconds) {
  if (seconds < 60) return three_digits(seconds) + " s";
  if (seconds < 7200) return three_digits(seconds / 60) + " min";
  return seconds < 172800 ? three_digits(seconds / 3600) + " h" : three_digits(seconds / 86400) + " d";
}

std::string with_interval(const stats::Estimate& value, std::string (*text)(double)) {
  auto all = text(value.centre);
  if (value.interval) all += fmt::format(" [{}, {}]", text(value.interval->low), text(value.interval->high));
  return all;
}

}  // namespace

std::string amount_text(double amount) {
  return amount < 0.0995 ? fmt::format("{:.3g}", amount) : three_digits(amount);
}

std::string value_text(const Condition& condition, const Advice& rule) {
  const auto& value = *condition.value;
  switch (condition.kind) {
    case Condition::Kind::efficiency:
      return "efficiency " + efficiency_text(value);
    case Condition::Kind::per_doubling:
      return speedup_text(value) + " per doubling";
    case Condition::Kind::deadline:
      return with_interval(value, seconds_text);
    case Condition::Kind::budget:
      return with_interval(value, amount_text) + " " + rule.budget->unit;
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
