#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "runner/scheduler.hpp"

namespace scalegen::slurm {

/// The script of an array: the directives that its jobs share, and for each task which script to run. That is
/// read whole before it runs, as Slurm does: a person may edit it meanwhile.
std::string array_script(const Submission& array);

/// Writes it where the array is submitted from.
Result<void> write_array_script(const Submission& array);

}  // namespace scalegen::slurm
