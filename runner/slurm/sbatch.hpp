#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/process.hpp"
#include "runner/scheduler.hpp"

namespace scalegen::slurm {

/// The answer of sbatch to a submission.
struct SbatchAnswer {
  enum class Kind {
    accepted,
    refused,
    full,      // surely not taken: this person has as many jobs in the queue as the site allows
    uncertain  // it may be in the queue: sbatch can fail and yet have queued the job
  };
  Kind kind = Kind::uncertain;
  JobId id{};             // if accepted
  Diagnostics refusal{};  // if refused or full
  std::string limit{};    // if full: in Slurm's word, such as AssocMaxSubmitJobLimit
  bool operator==(const SbatchAnswer&) const = default;
};

/// The command line. The script's own lines are never changed: what this attempt needs is given here.
std::vector<std::string> sbatch_command(const Submission& submission);

/// Judges what sbatch printed.
SbatchAnswer read_sbatch_answer(const ProgramResult& answer, const Submission& submission,
                                const std::string& script_text);

/// Runs sbatch; once more without the excluded nodes if it refuses the job with them. An error if there is no
/// sbatch.
Result<SbatchAnswer> run_sbatch(const Submission& submission);

/// When and where Slurm would start a job that it was only asked about.
struct ExpectedStart {
  std::string time{};  // as Slurm prints it: 2026-11-21T15:04:05, in the cluster's time
  std::string nodes{};
  std::string partition{};
  bool operator==(const ExpectedStart&) const = default;
};

/// Asks the Slurm of this machine by `sbatch --test-only`, which submits nothing. An error if there is no
/// sbatch, and with Slurm's own words if it refuses the job.
Result<ExpectedStart> expected_start(const std::filesystem::path& script);

/// Reads what `sbatch --test-only` prints. Returns nullopt if it is no expected start.
std::optional<ExpectedStart> parse_expected_start(std::string_view text);

/// The file that a job's script prints to: slurm-<number>.out beside it.
std::filesystem::path script_output(const std::filesystem::path& script, const std::string& number);

}  // namespace scalegen::slurm
