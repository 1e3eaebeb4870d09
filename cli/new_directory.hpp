#pragma once
#include <filesystem>
#include <string>

#include "cli/load_sweep.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The folder of a sweep: `given`, else ./<name>-<cluster>.
std::filesystem::path directory_for(const std::string& given, const PlanHead& head);

/// Writes a new run directory whose scripts will run under `root`; empty: where it lies.
Result<void> write_new_directory(const std::filesystem::path& folder, const std::string& root,
                                 const LoadedSweep& loaded);

/// Whether a directory was made from this very sweep, for this cluster: an error with the first line that
/// differs.
Result<void> same_sweep(const RunDirectory& directory, const Plan& plan, const std::string& sweep_text,
                        const std::string& cluster);

}  // namespace scalegen
