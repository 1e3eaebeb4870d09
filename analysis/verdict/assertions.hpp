#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/verdict/verdict.hpp"
#include "core/assertion.hpp"

namespace scalegen::verdict {

/// An assertion at a rung of one table: the whole interval is on its side, or on the other one, or nothing
/// tells.
struct JudgedAssertion {
  Assertion assertion{};
  std::size_t table = 0;  // of the report
  Judgement judgement = Judgement::open;
  std::optional<stats::Estimate> value{};  // in the unit of the limit
  std::string why_open{};                  // unless its interval is the reason
  bool operator==(const JudgedAssertion&) const = default;
};

/// Judges assertions by one table. One about a rung that the table does not have is left out: another table
/// has it, and one about a figure with a star is open.
std::vector<JudgedAssertion> judge_assertions(const std::vector<Assertion>& assertions,
                                              const ScalingTable& table, std::size_t number,
                                              const Metric& metric);

}  // namespace scalegen::verdict
