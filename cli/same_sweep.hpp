#pragma once
#include "cli/load_sweep.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The plan of a directory that is there, if it was made from this very sweep for this cluster: otherwise an
/// error with the first line that differs. Nothing is resolved again: `auto` may mean something else by now.
///
/// Where the sweep file asks for more repeats, and for nothing else that is new, the directory is extended by
/// them, under its lock.
Result<Plan> plan_of_same_sweep(const RunDirectory& directory, const SweepSpec& spec,
                                const SweepSource& source);

}  // namespace scalegen
