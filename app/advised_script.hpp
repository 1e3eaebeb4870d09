#pragma once
#include <optional>
#include <string>

#include "analysis/report/report.hpp"
#include "core/advice.hpp"
#include "core/diagnostics.hpp"
#include "generator/job_script/edited_directives.hpp"

namespace scalegen {

/// Reads a script for sbatch and a shell. Any other file is an error.
Result<JobScript> read_own_script(const std::string& path);

/// The script with directives for the rung that the report advises; nullopt if it advises none. Without
/// `work` the time limit stays.
Result<std::optional<EditedScript>> advised_script(const report::Report& report, const JobScript& script,
                                                   const std::optional<Work>& work);

/// Replaces the file unless somebody else has changed it since it was read.
Result<void> write_own_script(const JobScript& script, const std::string& text);

}  // namespace scalegen
