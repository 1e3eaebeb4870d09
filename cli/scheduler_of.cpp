#include "cli/scheduler_of.hpp"

#include "runner/local/local_scheduler.hpp"
#include "runner/slurm/slurm_scheduler.hpp"

namespace scalegen {

std::unique_ptr<Scheduler> scheduler_of(const Plan& plan, Clock& clock, int max_in_flight) {
  if (plan.head.scheduler == "slurm") return std::make_unique<SlurmScheduler>(clock, max_in_flight);
  return std::make_unique<LocalScheduler>(clock);
}

}  // namespace scalegen
