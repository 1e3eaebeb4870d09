#pragma once
#include <memory>

#include "core/clock.hpp"
#include "core/plan.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// What runs the jobs of a plan: the Slurm of this machine, or this machine itself. `max_in_flight` is how
/// many jobs Slurm has at a time.
std::unique_ptr<Scheduler> scheduler_of(const Plan& plan, Clock& clock, int max_in_flight = 1000);

}  // namespace scalegen
