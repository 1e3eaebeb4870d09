#include "core/scheduler_kind.hpp"

#include <limits>

namespace scalegen {

SchedulerTraits traits_of(SchedulerKind kind) {
  switch (kind) {
    case SchedulerKind::local:
      return {.runs_here = true};
    case SchedulerKind::slurm:
      return {.has_partitions = true,
              .takes_directives = true,
              .starts_tasks = true,
              .allocates = true,
              .keeps_jobs = true,
              .capacity = std::numeric_limits<int>::max(),
              // NFS may believe for 60 s (acdirmax) that a file is not there.
              .file_lag = std::chrono::seconds(75),
              .longest_file_lag = std::chrono::minutes(5)};
  }
  return {};
}

}  // namespace scalegen
