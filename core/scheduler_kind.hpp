#pragma once
#include <array>
#include <chrono>

#include "core/words.hpp"

namespace scalegen {

/// A runner of a sweep's jobs: this machine, or Slurm.
enum class SchedulerKind { local, slurm };

constexpr std::array<Word<SchedulerKind>, 2> words_of(SchedulerKind) {
  return {{{SchedulerKind::local, "local"}, {SchedulerKind::slurm, "slurm"}}};
}

/// Differences between kinds of schedulers. Whoever depends on one of these asks for it, and not for a kind.
struct SchedulerTraits {
  bool runs_here = false;       // this machine's cores, GPUs, programs and files are those of the runs
  bool has_partitions = false;  // of nodes, with limits, and a QoS for some
  bool takes_directives =
      false;                  // scripts are handed to it (sbatch), and say in #SBATCH lines what they need
  bool starts_tasks = false;  // srun starts ranks, each with variables that say which it is
  bool allocates = false;     // a job has what it asked for, beside those of others, and somebody pays
  bool keeps_jobs = false;  // they wait and go on without the tool; of their ends it knows what no file tells
  int capacity = 1;         // jobs at a time
  std::chrono::milliseconds file_lag{};  // how long after a job's end its files may not be visible here
  std::chrono::milliseconds longest_file_lag{};  // of one that ended well: before its run is paid for again
};

SchedulerTraits traits_of(SchedulerKind kind);

}  // namespace scalegen
