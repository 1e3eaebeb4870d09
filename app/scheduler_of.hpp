#pragma once
#include <memory>

#include "core/clock.hpp"
#include "core/plan.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// The scheduler that runs the jobs of a plan: the Slurm of this machine, or this machine
/// itself, in an allocation that a person holds, too.
std::unique_ptr<Scheduler> scheduler_of(const Plan& plan, Clock& clock);

}  // namespace scalegen
