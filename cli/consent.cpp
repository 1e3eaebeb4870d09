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
std::vector<Run> still_to_submit(const std::vector<Standing>& standings, bool retry_failed) {
  std::vector<Run> runs;
  for (const auto& standing : standings)
    if (!is_with_scheduler(standing) && is_due(standing.record, retry_failed))
      runs.push_back(standing.record.run);
  return runs;
}

bool says_yes() {
  tell("submit? [y/N] ");
  std::string answer;
  if (!std::getline(std::cin, answer)) tell("\n");  // the end of the file ends no line on the terminal
  return answer == "y" || answer == "yes";
}

}  // namespace

Result<bool> may_submit(const std::vector<Standing>& standings, const Following& following) {
  const auto runs = still_to_submit(standings, following.retry_failed);
  if (runs.empty()) return true;
  const auto cost = price(runs);
  const auto text =
      fmt::format("{} to submit, at most {}", counted(std::ssize(runs), "run"), price_text(cost));
  if (following.max_gpu_hours && cost.gpu_hours > *following.max_gpu_hours)
    return failure(
        fmt::format("{}, and --max-gpu-hours allows {}", text, three_digits(*following.max_gpu_hours)),
        "allow more, or ask for fewer runs or a shorter time_limit");
  tell(text + "\n");
  return following.yes || ::isatty(STDIN_FILENO) == 0 || says_yes();
}

}  // namespace scalegen
