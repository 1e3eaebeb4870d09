#pragma once
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "runner/job_id.hpp"

namespace scalegen::slurm {

/// Cancels jobs of this user and returns when none of their processes is left. An error if Slurm does not
/// report within two minutes that all have ended.
Result<void> cancel_jobs(const std::vector<JobId>& ids, Clock& clock);

}  // namespace scalegen::slurm
