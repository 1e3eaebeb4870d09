#pragma once
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "runner/slurm/job_id.hpp"

namespace scalegen {

/// Cancels a job, and returns when none of its processes is left. An error where it is not ours to cancel, or
/// Slurm does not say in time that it has ended.
Result<void> cancel_in_slurm(const SlurmJobId& id, Clock& clock);

}  // namespace scalegen
