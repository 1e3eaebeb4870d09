#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/scheduler_kind.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Slurm sends jobs to one of `clusters`, as their scripts say; none: that of this machine.
std::unique_ptr<Scheduler> make_scheduler(SchedulerKind kind, const std::vector<std::string>& clusters,
                                          uid_t user, Clock& clock);

/// The scheduler that runs the jobs of a plan, which are those of the directory's owner: the Slurm of this
/// machine, or this machine itself, in an allocation that a person holds, too.
std::unique_ptr<Scheduler> scheduler_of(const RunDirectory& directory, const Plan& plan, Clock& clock);

}  // namespace scalegen
