#pragma once
#include <string>

#include "analysis/scaling/report_head.hpp"
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

/// The values of all conditions that have one, empty for none. Where a limit depends on the size, the one
/// that was applied is beside it.
std::string figures_of(const verdict::JudgedRung& rung, const Advice& rule);

/// What brings further runs: "add a second run of each size".
std::string how_to_add_rounds(const ReportHead& head);

/// What an unproven rung rests on and lacks: "one run each; run again to prove it: ...", where it has "one
/// run" and others more, "one run of 1gpu" where another has it.
std::string lack_of_proof(const ReportHead& head, const ScalingTable& table, std::size_t unproven);

/// True of a rule that asks for an efficiency and nothing else, which a sentence has room for.
bool is_of_efficiency_alone(const Advice& rule);

/// The rung that a rule advises: "largest rung of at least 70 %", "cheapest rung that meets the rule with its
/// whole interval".
std::string rung_of_rule(const Advice& rule);

}  // namespace scalegen::report
