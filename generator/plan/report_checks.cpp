#include "generator/plan/checks.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/text.hpp"

namespace scalegen::plan {

void check_assertions(const SweepFile& sweep, const std::vector<Combination>& combinations,
                      Findings& findings) {
  if (combinations.empty()) return;
  std::vector<std::string> rungs;
  for (const auto& combination : combinations)
    if (std::ranges::find(rungs, combination.rung->name) == rungs.end())
      rungs.push_back(combination.rung->name);
  for (const auto& [assertion, location] : sweep.assertions)
    if (std::ranges::find(rungs, assertion.rung) == rungs.end())
      findings.add_error(error_at(location,
                                  fmt::format("no rung of this sweep is called '{}'", assertion.rung),
                                  did_you_mean(assertion.rung, rungs)));
}

}  // namespace scalegen::plan
