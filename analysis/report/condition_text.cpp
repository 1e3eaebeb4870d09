#include "analysis/report/condition_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>

#include "analysis/scaling/figure_text.hpp"
#include "core/units.hpp"

namespace scalegen::report {

using verdict::Condition;
using verdict::JudgedRung;

namespace {

std::string seconds_text(const stats::Estimate& time, double limit) {
  const auto [unit, seconds] = time.centre < 60       ? std::pair(" s", 1)
                               : time.centre < 7200   ? std::pair(" min", 60)
                               : time.centre < 172800 ? std::pair(" h", 3600)
                                                      : std::pair(" d", 86400);
  return estimate_beside(stats::scaled(time, 1.0 / seconds), limit / seconds, unit);
}

/// All that is said of one kind of condition: a new kind is a row.
struct Criterion {
  const char* name = nullptr;      // in JSON
  const char* of_value = nullptr;  // the words around the value, and around the limit
  const char* of_limit = nullptr;
  std::string (*value)(const Condition&, const Advice&) = nullptr;
  std::string (*limit)(const Condition&, const Advice&) = nullptr;
};

const Criterion& criterion_of(const Condition& condition) {
  static const std::array<Criterion, 4> in_order_of_kinds{
      {{"efficiency", "efficiency {}", "an efficiency of {}",
        [](const Condition& c, const Advice&) { return efficiency_text(*c.value, c.limit); },
        [](const Condition& c, const Advice&) { return fmt::format("{:g} %", 100 * c.limit); }},
       {"per_doubling", "{} per doubling", "{} per doubling",
        [](const Condition& c, const Advice&) { return factor_text(*c.value, c.limit); },
        [](const Condition& c, const Advice&) { return fmt::format("{:g}x", c.limit); }},
       {"deadline", "{}", "the deadline of {}",
        [](const Condition& c, const Advice&) { return seconds_text(*c.value, c.limit); },
        [](const Condition& c, const Advice&) {
          return duration_text(std::chrono::seconds(std::llround(c.limit)));
        }},
       {"budget", "{}", "the budget of {}",
        [](const Condition& c, const Advice& rule) {
          return estimate_beside(*c.value, c.limit, "") + " " + rule.budget->unit;
        },
        [](const Condition& c, const Advice& rule) {
          return fmt::format("{:g} {}", c.limit, rule.budget->unit);
        }}}};
  return in_order_of_kinds[static_cast<std::size_t>(condition.kind)];
}

// ", of at least 1.4x": the limit that was applied, if it depends on the size; the rule says any other.
std::string applied_limit(const Condition& condition, const Advice& rule) {
  const bool is_by_size =
      (condition.kind == Condition::Kind::efficiency && !rule.efficiency_from.empty()) ||
      (condition.kind == Condition::Kind::per_doubling && !rule.per_doubling_from.empty());
  return is_by_size ? ", of at least " + criterion_of(condition).limit(condition, rule) : "";
}

}  // namespace

bool is_of_efficiency_alone(const Advice& rule) { return rule == Advice{.efficiency = rule.efficiency}; }

std::string rung_of_rule(const Advice& rule) {
  if (is_of_efficiency_alone(rule))
    return fmt::format("largest rung of at least {:g} %", 100 * *rule.efficiency);
  return fmt::format("{} rung that meets the rule with its whole interval",
                     rule.deadline ? "cheapest" : "largest");
}

std::string criterion_name(const Condition& condition) { return criterion_of(condition).name; }

std::string figure_text(const Condition& condition, const Advice& rule) {
  return criterion_of(condition).value(condition, rule);
}

std::string value_text(const Condition& condition, const Advice& rule) {
  return fmt::format(fmt::runtime(criterion_of(condition).of_value), figure_text(condition, rule));
}

std::string limit_text(const Condition& condition, const Advice& rule) {
  const auto& criterion = criterion_of(condition);
  return fmt::format(fmt::runtime(criterion.of_limit), criterion.limit(condition, rule));
}

std::string figures_of(const JudgedRung& rung, const Advice& rule) {
  std::string text;
  for (const auto& condition : rung.conditions)
    if (condition.value)
      text += (text.empty() ? "" : ", ") + value_text(condition, rule) + applied_limit(condition, rule);
  return text;
}

std::string how_to_add_rounds(const ReportHead& head) {
  if (head.imported) return "add a second run of each size";
  return head.rounds == 1 ? "'scalegen sweep DIR --rounds 3'"
                          : "give the same 'scalegen sweep' command again for the rounds that are missing";
}

std::string lack_of_proof(const ReportHead& head, const ScalingTable& table, std::size_t unproven) {
  const auto& points = table.points;
  const auto is_alone = [](const ScalingPoint& point) { return !point.typical || has_one_run(point); };
  const auto other = std::ranges::find_if(points, has_one_run);
  std::string runs = "one run";
  if (!has_one_run(points[unproven]) && other != points.end())
    runs += " of " + other->rung;
  else if (points.size() > 1 && std::ranges::all_of(points, is_alone))
    runs += " each";
  return fmt::format("{}; run again to prove it: {}", runs, how_to_add_rounds(head));
}

}  // namespace scalegen::report
