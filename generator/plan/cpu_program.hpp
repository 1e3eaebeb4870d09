#pragma once
#include <string_view>

#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// True if the sweep has a `command:`, whose ranks the cores of a rung are for.
bool has_command(const SweepFile& sweep);

/// True if a script of bash starts ranks, with srun, mpirun or one of their kind.
bool starts_ranks(std::string_view script);

/// True if a `command:` starts its ranks itself, in its own words or in the script that it runs.
bool starts_ranks(const SweepFile& sweep);

/// True if the job of a `command:` has a task of Slurm's for each rank, with the rank's cores: by `tasks:`,
/// else if it starts ranks. Else it has one for each node, with all cores.
bool has_task_a_rank(const SweepFile& sweep);

/// The values that the file gives a parameter: one, or those of an axis. Null if none.
const ParameterValues* find_values(const SweepFile& sweep, std::string_view parameter);

/// The `threads` of a command's ranks: one value, or those of an axis. Null if nothing is said.
const ParameterValues* find_threads(const SweepFile& sweep);

/// True if a `command:` asks for no GPU: neither a rung nor what it runs names one. Python, shell scripts and
/// containers may use GPUs that nothing names; with `threads` they are taken for programs on cores.
bool is_for_cores(const SweepFile& sweep);

/// True if the site's software, which is for PyTorch, is not for the program: by `software:`, else if a
/// `command:` outside a container, that names a launcher of ranks or is for cores, names nothing that Python
/// may hide in.
bool has_own_software(const SweepFile& sweep);

}  // namespace scalegen::plan
