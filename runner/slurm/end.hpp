#pragma once
#include "runner/scheduler.hpp"
#include "runner/slurm/accounting.hpp"
#include "runner/slurm/queue.hpp"

namespace scalegen {

/// How a job ended, by its accounts. A bad end only where Slurm knows what the script could not say: a script
/// that failed has said so itself.
JobStatus end_of(const AccountedJob& job);

/// The same by the queue alone, which knows neither steps nor exit codes.
JobStatus end_of(const QueuedJob& job);

}  // namespace scalegen
