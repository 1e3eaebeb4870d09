#pragma once
#include <string>
#include <vector>

#include "core/process.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

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

}  // namespace scalegen
