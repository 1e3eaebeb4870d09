#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "analysis/scaling/speedup.hpp"

namespace scalegen {

// Values in text.

/// "1021", "25.6"; times with at most five digits, as imported tables may have them: "192.25".
std::string value_text(double value, Quantity quantity);

// Estimates have as many digits as the width of their interval tells, but not fewer than three, and as many
// decimal places as both ends: "0.0500 [0.0499, 0.0501]". Beside a limit both ends are told from it.

/// An amount with its interval: "1027 [1017, 1042]", "1.84 h [1.79, 1.88]".
std::string estimate_text(const stats::Estimate& amount);
std::string estimate_beside(const stats::Estimate& amount, double limit, std::string_view unit);

/// "1.84x [1.79, 1.88]", perhaps beside a limit.
std::string factor_text(const stats::Estimate& ratio);
std::string factor_text(const stats::Estimate& ratio, double limit);

/// The same; below 1 also how much slower that is: "0.38x (2.62x slower)".
std::string speedup_text(const stats::Estimate& speedup);

/// "91.8 % [89.6, 94.1]", perhaps beside a limit.
std::string efficiency_text(const stats::Estimate& efficiency);
std::string efficiency_text(const stats::Estimate& efficiency, double limit);

/// "0.97 [0.93, 1.01]"
std::string ratio_text(const stats::Estimate& ratio);

/// "95 %", "95.9 %"
std::string percent(double share);

/// "global_batch" -> "global batch"
std::string with_spaces(std::string key);

/// Why runs have no value: "round 2: failed: exit status 7; rounds 3, 4: not started".
std::string unmeasured_text(const ScalingPoint& point);

}  // namespace scalegen
