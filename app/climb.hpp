#pragma once
#include <string>

#include "analysis/scaling/speedup.hpp"
#include "core/diagnostics.hpp"
#include "generator/expression/expression.hpp"

namespace scalegen {

/// The decision whether the next larger rung runs.
struct ClimbDecision {
  bool goes_on = true;
  std::string reason{};  // why not: "4gpu has efficiency 52 % [48, 56], 'efficiency > 0.6' does not hold"
  bool operator==(const ClimbDecision&) const = default;
};

/// The condition of a sweep file, `climb: {while: ...}`, which the plan holds as text.
Result<Expression> climb_condition(const std::string& text);

/// A climb ends at a rung if no value within its interval meets the condition, so that chance does not end
/// it. A single run has no interval: then what a scatter of kAssumedScatter does counts as chance. A rung
/// without the value that the condition names (the smallest has no per_doubling) does not end a climb, one
/// that was not measured does, and one at which the condition has no value (it divides by 0, say).
ClimbDecision decide_climb(const Expression& condition, const std::string& text, const ScalingPoint& point);

}  // namespace scalegen
