#pragma once
#include <filesystem>
#include <string>

#include "core/attempt_files.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "runner/failure/stderr_reason.hpp"

namespace scalegen {

using FailureReason = StderrReason;

/// Why a program failed, in its own words: its last `error` event, else what the ends of the ranks' stderr
/// say (in `err`, on this machine also `err.N`, and in the logs that torchrun was told to write), else the
/// last line of its script, in which a module, say, could not be loaded. Without text if there is none of
/// them, or they cannot be read.
FailureReason failure_reason(const Run& run, const AttemptFolder& attempt, const Exited& exited);

/// The file in which a person reads more about an attempt that failed: stdout if the reason stands there,
/// else stderr, or if that is empty what its script printed, or stdout.
std::filesystem::path file_about_failure(const Run& run, const AttemptFolder& attempt);

/// The last line that a script itself printed into this file: if Slurm ends a job, its daemon writes the last
/// lines. Without the folder of the script in front of bash's messages.
std::string last_line_of_script(const std::filesystem::path& output);

/// A reason for a failure with the part of a pipe that failed, as the script wrote it into parts.txt: "'./t
/// 2', part 1 of 2 of its pipe: no such data". The reason alone if the text has no pipe, or it is not known
/// which part failed.
std::string with_failed_part(const Run& run, const AttemptFolder& attempt, std::string reason);

}  // namespace scalegen
