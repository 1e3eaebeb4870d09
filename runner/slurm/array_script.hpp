#pragma once
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"
#include "runner/scheduler.hpp"

namespace scalegen::slurm {

/// What a script asks for: its first line and its #SBATCH lines, without those that sbatch's command line
/// overrides: its name and its output file.
std::string head_of_script(std::string_view script);

/// The script of an array: the head that its jobs' scripts share, and for each task which of these to run. It
/// is read whole before it runs, as Slurm does: a person may edit it meanwhile.
std::string array_script(const Submission& array, const std::string& head);

/// Writes it where the array is submitted from, with what the first task's script asks for.
Result<void> write_array_script(const Submission& array);

}  // namespace scalegen::slurm
