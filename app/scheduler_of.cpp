#include "app/scheduler_of.hpp"

#include "runner/local/local_scheduler.hpp"
#include "runner/slurm/slurm_scheduler.hpp"

namespace scalegen {

std::unique_ptr<Scheduler> scheduler_of(const Plan& plan, Clock& clock) {
  if (submits_jobs(plan.head))
    return std::make_unique<slurm::SlurmScheduler>(clock, plan.head.launch.clusters);
  return std::make_unique<LocalScheduler>(clock);
}

}  // namespace scalegen
