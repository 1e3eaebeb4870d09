#include "cli/consent.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <iostream>

#include "cli/output.hpp"
#include "cli/price_text.hpp"
#include "core/units.hpp"
#include "runner/due.hpp"

namespace scalegen {
namespace {

/// The runs that this call will hand over.
Plan still_to_submit(const Plan& plan, const std::vector<Standing>& standings, bool retry_failed) {
  Plan rest{.head = plan.head};
  for (const auto& standing : standings)
    if (!is_with_scheduler(standing) && is_due(standing.record, retry_failed))
      rest.runs.push_back(standing.record.run);
  return rest;
}

bool says_yes() {
  tell("submit? [y/N] ");
  std::string answer;
  std::getline(std::cin, answer);
  return answer == "y" || answer == "yes";
}

}  // namespace

Result<bool> may_submit(const Plan& plan, const std::vector<Standing>& standings,
                        const Following& following) {
  const auto rest = still_to_submit(plan, standings, following.retry_failed);
  if (rest.runs.empty()) return true;
  const auto cost = price(rest);
  const auto text =
      fmt::format("{} to submit, at most {}", counted(std::ssize(rest.runs), "run"), price_text(cost));
  if (following.max_gpu_hours && cost.gpu_hours > *following.max_gpu_hours)
    return failure(
        fmt::format("{}, and --max-gpu-hours allows {}", text, three_digits(*following.max_gpu_hours)),
        "allow more, or ask for fewer runs or a shorter time_limit");
  tell(text + "\n");
  return following.yes || ::isatty(STDIN_FILENO) == 0 || says_yes();
}

}  // namespace scalegen
