#include "core/plan.hpp"

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

bool shares_nodes(const Plan& plan) { return !plan.jobs.empty() && plan.jobs.front().shared.has_value(); }

}  // namespace scalegen
