#include "runner/slurm/step.hpp"

#include <algorithm>

#include "runner/slurm/states.hpp"

namespace scalegen {
namespace {

// The extern step holds what is not the script's, and is said to be out of memory whenever any step was.
bool is_of_interest(const AccountedStep& step) { return step.name != kMonitorStep && step.id != "extern"; }

std::string end_of_script(const AccountedStart& start) {
  const auto batch = std::find_if(start.steps.begin(), start.steps.end(),
                                  [](const AccountedStep& step) { return step.id == "batch"; });
  return batch == start.steps.end() ? "" : batch->end;
}

// A step in which a rank fails and ends the others is CANCELLED 0:15, and so is one that still ran when its
// script ended, but later. `CANCELLED by UID` is one that someone ended, such as its script.
bool was_ended_by_a_rank(const AccountedStep& step, const std::string& script_end) {
  return step.state == "CANCELLED" && step.exit != SlurmExit{} && step.end < script_end;
}

bool failed(const AccountedStep& step, const std::string& script_end) {
  if (step.id == "batch" || !is_of_interest(step)) return false;
  if (was_ended_by_a_rank(step, script_end)) return true;
  return kind_of(step.state) == StateKind::has_ended && step.state != "COMPLETED" &&
         state_word(step.state) != "CANCELLED";
}

}  // namespace

bool ran_out_of_memory(const AccountedStart& start) {
  return start.state == "OUT_OF_MEMORY" ||
         std::any_of(start.steps.begin(), start.steps.end(), [](const AccountedStep& step) {
           return step.state == "OUT_OF_MEMORY" && is_of_interest(step);
         });
}

std::optional<std::int64_t> most_memory_used(const AccountedStart& start) {
  std::optional<std::int64_t> most;
  for (const auto& step : start.steps)
    if (is_of_interest(step)) most = std::max(most, step.used_mib);  // nothing is less than any number
  return most;
}

std::optional<AccountedStep> failed_step(const AccountedStart& start) {
  const auto script_end = end_of_script(start);
  const auto step = std::find_if(start.steps.begin(), start.steps.end(), [&](const AccountedStep& candidate) {
    return failed(candidate, script_end);
  });
  return step == start.steps.end() ? std::nullopt : std::optional(*step);
}

}  // namespace scalegen
