#include "cli/scheduler_of.hpp"

#include "core/files.hpp"
#include "runner/local/local_scheduler.hpp"
#include "runner/slurm/clusters.hpp"
#include "runner/slurm/slurm_scheduler.hpp"

namespace scalegen {

// What the first script says of clusters, all of a sweep say.
std::unique_ptr<Scheduler> scheduler_of(const RunDirectory& directory, const Plan& plan, Clock& clock) {
  if (plan.head.scheduler == "slurm") {
    const auto script =
        plan.jobs.empty() ? "" : read_file(directory.job_script(plan.jobs.front().id)).value_or("");
    return std::make_unique<SlurmScheduler>(clock, clusters_of(script));
  }
  return std::make_unique<LocalScheduler>(clock);
}

}  // namespace scalegen
