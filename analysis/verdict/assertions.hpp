#pragma once
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "analysis/verdict/verdict.hpp"
#include "core/assertion.hpp"

namespace scalegen::verdict {

/// An assertion at a rung of one table: the whole interval is on its side; it is on the other one, and one
/// more round has confirmed that; or nothing tells.
struct JudgedAssertion {
  Assertion assertion{};
  std::size_t table = 0;  // of the report
  Judgement judgement = Judgement::open;
  std::optional<stats::Estimate> value{};  // in the unit of the limit
  std::string why_open{};                  // unless its interval is the reason
  bool operator==(const JudgedAssertion&) const = default;
};

/// Judges assertions by one table. One about a rung that the table does not have is left out: another table
/// has it, and one about a figure with a star is open. One that is missed is open until all that it compares
/// is measured in one of the `confirming` rounds.
std::vector<JudgedAssertion> judge_assertions(const std::vector<Assertion>& assertions,
                                              const ScalingTable& table, std::size_t number,
                                              const Metric& metric, const std::vector<int>& confirming);

/// The points of a table that missed assertions compare: what one more round has to measure. The table has no
/// confirming round yet. Stars count for nothing: an assertion that one keeps open costs a round in vain.
std::set<std::size_t> points_to_confirm(const std::vector<Assertion>& assertions, const ScalingTable& table,
                                        const Metric& metric);

}  // namespace scalegen::verdict
