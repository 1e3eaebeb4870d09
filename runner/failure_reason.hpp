#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// Describes the collective that torch's watchdog gave up on. Returns nullopt if the text has no such line.
/// Its own last line is part of a stack trace.
std::optional<std::string> nccl_timeout_in(std::string_view text);

/// The node on which srun could not start the program, because its slurmd did not answer. Returns nullopt if
/// stderr has no such line: the program failed itself, or Slurm refused to start it.
std::optional<std::string> unreachable_node_in(std::string_view err);

/// Why a program failed, in its own words: its last `error` event, else the last line that it printed on
/// stderr, else the last line of its script, in which a module, say, could not be loaded. Empty if there is
/// none of them, or they cannot be read.
std::string failure_reason(const AttemptFolder& attempt);

/// The file in which a person reads more about an attempt that failed: stderr of its program, or what its
/// script printed if that is empty.
std::filesystem::path file_about_failure(const AttemptFolder& attempt);

/// The last line that a script itself printed into this file: if Slurm ends a job, its daemon writes the last
/// lines. Without the folder of the script in front of bash's messages.
std::string last_line_of_script(const std::filesystem::path& output);

/// The last line of a text that is not blank.
std::string last_line(std::string_view text);

}  // namespace scalegen
