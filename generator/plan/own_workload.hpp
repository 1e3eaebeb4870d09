#pragma once
#include "generator/plan/workload.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// What a program of one's own is to people, and its parameters: those that the sweep file names, in its
/// order. `cpus_per_task`, `global_batch` and `per_rank_batch` are whole numbers, all else is free. Reports
/// names that no placeholder can have, and those that the rung has already: these are none of its parameters.
Workload own_workload(const OwnProgram& program, const SweepFile& sweep, Diagnostics& errors);

}  // namespace scalegen
