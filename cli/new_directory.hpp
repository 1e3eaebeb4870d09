#pragma once
#include <filesystem>
#include <string>

#include "cli/load_sweep.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The folder of a sweep, absolute: `given`, else ./<name>-<cluster>.
Result<std::filesystem::path> directory_for(const std::string& given, const SweepSpec& spec);

/// Writes a new run directory whose scripts will run under `root`; empty: where it lies.
Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, const PlannedSweep& planned);

}  // namespace scalegen
