#include "app/scheduler_of.hpp"

#include "runner/local/local_scheduler.hpp"
#include "runner/ownership.hpp"
#include "runner/slurm/slurm_scheduler.hpp"

namespace scalegen {

std::unique_ptr<Scheduler> make_scheduler(SchedulerKind kind, const std::vector<std::string>& clusters,
                                          uid_t user, Clock& clock) {
  if (kind == SchedulerKind::local) return std::make_unique<LocalScheduler>(clock);
  return std::make_unique<slurm::SlurmScheduler>(clock, clusters, user);
}

std::unique_ptr<Scheduler> scheduler_of(const RunDirectory& directory, const Plan& plan, Clock& clock) {
  const auto& head = plan.head;
  return make_scheduler(submits_jobs(head) ? head.scheduler : SchedulerKind::local, head.launch.clusters,
                        owner_of(directory), clock);
}

}  // namespace scalegen
