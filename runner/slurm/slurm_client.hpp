#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/process.hpp"

namespace scalegen::slurm {

/// An environment without the variables that Slurm's clients take for options (SBATCH_PARTITION,
/// SQUEUE_FORMAT, SCANCEL_STATE ...) and without those of a job that the tool itself may run in, which a job
/// would inherit. Variables that say which Slurm to talk to stay.
std::vector<std::string> without_slurm_options(std::vector<std::string> environment);

/// Runs one of Slurm's clients to its end. An error only if it cannot be started.
Result<ProgramResult> run_client(const std::vector<std::string>& argv);

/// The same for the jobs of one cluster, if several share one accounting; an empty name is the cluster of
/// this machine.
Result<ProgramResult> run_client(std::vector<std::string> argv, const std::string& cluster);

/// The lines of a text that are not blank.
std::vector<std::string> lines_of(std::string_view text);

/// The rows of what squeue and sacct print with '|' between the columns. Only the last column may hold a '|'
/// itself. Lines with fewer columns are not theirs, and are skipped.
std::vector<std::vector<std::string>> parse_rows(std::string_view text, std::size_t columns);

/// The value of a key in what `scontrol show config` prints, `Key = value` a line; empty if it is not there.
std::string setting_of(const std::string& config, std::string_view key);

/// The answers of Slurm about its cluster, word for word: `scontrol --oneliner show ...`, one record a line.
struct SlurmAnswers {
  std::string partitions{};
  std::string nodes{};
  std::string config{};
  std::string qos{};  // records of the same form; empty where sacctmgr does not answer
};

/// Asks the Slurm of this machine. Errors: no scontrol in PATH, or it fails, with its own words.
Result<SlurmAnswers> ask_slurm();

}  // namespace scalegen::slurm
