#pragma once
#include <string>

#include "analysis/verdict/verdict.hpp"

namespace scalegen::report {

/// "efficiency", "per_doubling", "deadline", "budget": as in the sweep file.
std::string criterion_name(const verdict::Condition& condition);

/// The value that a condition judges: "79.0 % [78.2, 79.8]". The condition has a value.
std::string figure_text(const verdict::Condition& condition, const Advice& rule);

/// The same in words: "efficiency 79.0 % [78.2, 79.8]", "1.67 min [1.60, 1.73]".
std::string value_text(const verdict::Condition& condition, const Advice& rule);

/// What a condition asks for: "an efficiency of 70 %", "the deadline of 24 h".
std::string limit_text(const verdict::Condition& condition, const Advice& rule);

/// ", of at least 1.4x": the limit that was applied, if it depends on the size; else empty, as the rule says
/// it.
std::string applied_limit(const verdict::Condition& condition, const Advice& rule);

/// The values of all conditions that have one, empty for none.
std::string figures_of(const verdict::JudgedRung& rung, const Advice& rule);

/// True of a rule that asks for an efficiency and nothing else, which a sentence has room for.
bool is_of_efficiency_alone(const Advice& rule);

/// The rung that a rule advises: "largest rung of at least 70 %", "cheapest rung that meets the rule with its
/// whole interval".
std::string rung_of_rule(const Advice& rule);

/// A price, with three digits.
std::string amount_text(double amount);

}  // namespace scalegen::report
