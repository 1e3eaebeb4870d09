#pragma once
#include <filesystem>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// Why a program failed, in its own words: its last `error` event, else what the end of its stderr says,
/// else the last line of its script, in which a module, say, could not be loaded. Empty if there is
/// none of them, or they cannot be read.
std::string failure_reason(const AttemptFolder& attempt, std::string_view err);

/// The file in which a person reads more about an attempt that failed: stderr of its program, or what its
/// script printed if that is empty.
std::filesystem::path file_about_failure(const AttemptFolder& attempt);

/// The last line that a script itself printed into this file: if Slurm ends a job, its daemon writes the last
/// lines. Without the folder of the script in front of bash's messages.
std::string last_line_of_script(const std::filesystem::path& output);

}  // namespace scalegen
