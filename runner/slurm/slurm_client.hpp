#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/process.hpp"

namespace scalegen {

/// An environment without the words that Slurm's clients take for options (SBATCH_PARTITION, SQUEUE_FORMAT,
/// SCANCEL_STATE ...) and without those of a job that the tool itself may run in: a job inherits them. What
/// says which Slurm to talk to stays.
std::vector<std::string> without_options_of_slurm(std::vector<std::string> environment);

/// Runs one of Slurm's clients to its end. An error only where it cannot be started.
Result<ProgramResult> run_client(const std::vector<std::string>& argv);

/// The same for the jobs of one cluster, of several under one accounting; an empty name is the cluster of
/// this machine.
Result<ProgramResult> run_client(std::vector<std::string> argv, const std::string& cluster);

/// The clusters to one of which sbatch may hand a script, as its line `#SBATCH --clusters=` names them; where
/// it has none, that of this machine alone, whose name is empty.
std::vector<std::string> clusters_of(std::string_view script);

/// What Slurm says of its cluster, word for word: `scontrol --oneliner show ...`, one record a line.
struct SlurmAnswers {
  std::string partitions{};
  std::string nodes{};
  std::string config{};
};

/// Asks the Slurm of this machine. Errors: no scontrol in PATH, or it fails, with its own words.
Result<SlurmAnswers> ask_slurm();

}  // namespace scalegen
