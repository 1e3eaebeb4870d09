#pragma once
#include <filesystem>
#include <string>
#include <string_view>

namespace scalegen {

/// Where a job's own words go: slurm-<number>.out beside its script.
std::filesystem::path script_output(const std::filesystem::path& script, const std::string& number);

/// The last line that is the script's: where Slurm ends a job, its daemon has the last word in the file.
std::string last_line_of_script(std::string_view output);

}  // namespace scalegen
