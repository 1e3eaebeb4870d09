#pragma once
#include <filesystem>
#include <string>

#include "cli/load_sweep.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The folder of a sweep, absolute: `given`, else ./<name>-<cluster>.
std::filesystem::path directory_for(const std::string& given, const SweepSpec& spec);

/// Writes a new run directory whose scripts will run under `root`; empty: where it lies.
Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, const PlannedSweep& planned);

/// The plan of a directory that is there, if it was made from this very sweep for this cluster: otherwise an
/// error with the first line that differs. Nothing is resolved again: `auto` may mean something else by now.
Result<Plan> plan_of_same_sweep(const RunDirectory& directory, const SweepSpec& spec);

}  // namespace scalegen
