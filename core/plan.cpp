#include "core/plan.hpp"

#include <fmt/format.h>

namespace scalegen {

RunsById runs_by_id(const Plan& plan) {
  RunsById runs;
  for (const auto& run : plan.runs) runs.emplace(run.id, &run);
  return runs;
}

std::vector<const Run*> runs_of(const Job& job, const RunsById& runs) {
  std::vector<const Run*> found;
  for (const auto& id : job.runs) found.push_back(runs.at(id));
  return found;
}

bool submits_jobs(const PlanHead& head) { return traits_of(head.scheduler).keeps_jobs && !head.launch.held; }

bool shares_nodes(const Plan& plan) { return !plan.jobs.empty() && plan.jobs.front().shared.has_value(); }

bool may_share_with_others(const Plan& plan, const Run& run) {
  return traits_of(plan.head.scheduler).allocates && !shares_nodes(plan) && !run.resources.whole_nodes &&
         !run.resources.fills_nodes;
}

std::string combination_of(const Run& run) {
  const auto round = fmt::format("-r{}", run.round);
  return run.id.ends_with(round) ? run.id.substr(0, run.id.size() - round.size()) : run.id;
}

int repeats_of(const PlanHead& head) { return head.rounds - static_cast<int>(head.later_rounds.size()); }

}  // namespace scalegen
