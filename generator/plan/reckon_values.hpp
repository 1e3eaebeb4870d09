#pragma once
#include <optional>
#include <vector>

#include "generator/plan/ladder.hpp"
#include "generator/plan/odometer.hpp"

namespace scalegen {

/// What a rung says and, at its end, the values of all parameters there, the derived ones among them.
/// `formulas` is what formula_order said. Nothing where a formula gives no value, or one that does not fit;
/// that is reported.
std::optional<Settings> reckon_values(const Step& step, const std::vector<Choice>& choices,
                                      const std::vector<std::size_t>& formulas, const Odometer& odometer,
                                      Diagnostics& errors);

/// Reports what is wrong on one rung, unless its place has been reported for another.
void report_once(Diagnostic error, const Step& step, Diagnostics& errors);

}  // namespace scalegen
