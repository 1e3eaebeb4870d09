#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/process.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Without the blanks around it.
std::string_view trimmed(std::string_view text);

/// What a line of a script gives to sbatch: "--nodes=2" of "#SBATCH --nodes=2". Empty where it is another
/// line.
std::string_view directive_in(std::string_view line);

/// Where a job's own words go: slurm-<number>.out beside its script.
std::filesystem::path script_output(const std::filesystem::path& script, const std::string& number);

/// The last line that is the script's: where Slurm ends a job, its daemon has the last word in the file.
std::string last_line_of_script(std::string_view output);

/// What a script asks for: its first line and its #SBATCH lines, without those that sbatch's command line
/// says anew: its name and where its output goes.
std::string head_of_script(std::string_view script);

/// The script of an array: the head that its jobs' scripts have alike, and for each task which of these to
/// run. It is read whole before it runs, as Slurm does: a person may edit it meanwhile.
std::string array_script(const Submission& array, const std::string& head);

/// Writes it where the array is submitted from, with what the first task's script asks for.
Result<void> write_array_script(const Submission& array);

/// Why Slurm does not take a script, in its own words; with the script's line where they name an option that
/// stands there.
Diagnostic refusal_of(const std::string& said, const Submission& submission, const std::string& script_text);

/// The `#SBATCH` option that a refusal is about, such as --time; empty where it names none.
std::string option_named_in(const std::string& refusal);

/// What became of a submission.
struct SubmitAnswer {
  enum class Kind {
    got,
    refused,
    full,   // surely not taken: as many jobs of this person's as the site allows are in the queue
    unsure  // it may be in the queue: sbatch can fail and yet have queued the job
  };
  Kind kind = Kind::unsure;
  std::string id{};       // of one that Slurm has got
  Diagnostics refusal{};  // also of one for which there is no room now
  bool operator==(const SubmitAnswer&) const = default;
};

/// The command line. The script's own lines are never changed: what this attempt needs stands here.
std::vector<std::string> sbatch_command(const Submission& submission);

/// Judges what sbatch said.
SubmitAnswer read_sbatch_answer(const ProgramResult& answer, const Submission& submission,
                                const std::string& script_text);

/// Runs sbatch. An error where there is none.
Result<SubmitAnswer> submit_to_slurm(const Submission& submission);

/// When and where Slurm would start a job that it was only asked about.
struct ExpectedStart {
  std::string time{};  // as Slurm says it: 2026-11-21T15:04:05, in the cluster's time
  std::string nodes{};
  std::string partition{};
  bool operator==(const ExpectedStart&) const = default;
};

/// Asks the Slurm of this machine by `sbatch --test-only`, which submits nothing. An error where there is
/// none, and with Slurm's own words where it refuses the job.
Result<ExpectedStart> expected_start(const std::filesystem::path& script);

/// Reads what `sbatch --test-only` says; nothing where it is no expected start.
std::optional<ExpectedStart> parse_expected_start(std::string_view text);

}  // namespace scalegen
