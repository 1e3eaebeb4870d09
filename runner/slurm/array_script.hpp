#pragma once
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// The #SBATCH lines of a script, without those that sbatch's command line says anew: its name and where its
/// output goes.
std::string directives_in(std::string_view script);

/// The script of an array: what its jobs ask for alike, and for each task which job's script to run.
std::string array_script(const Submission& array, const std::string& directives);

/// Writes it where the array is submitted from, with what the first task's script asks for.
Result<void> write_array_script(const Submission& array);

}  // namespace scalegen
