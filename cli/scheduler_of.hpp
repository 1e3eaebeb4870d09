#pragma once
#include <memory>

#include "core/clock.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// What runs the jobs of a plan: the Slurm of this machine, or this machine itself.
std::unique_ptr<Scheduler> scheduler_of(const RunDirectory& directory, const Plan& plan, Clock& clock);

}  // namespace scalegen
