#pragma once
#include <filesystem>
#include <string>

#include "app/sweep_spec.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The plan of a run directory. An error where there is none.
Result<Plan> read_plan_of(const RunDirectory& directory);

/// The run directory that was named, absolute; else the only one in the current folder. An error where there
/// is none or are several, with their names.
Result<RunDirectory> this_directory(const std::string& given);

/// A sweep that has been planned, and where.
struct ThisSweep {
  RunDirectory directory{};
  Plan plan{};
};

/// The one in this_directory(given).
Result<ThisSweep> this_sweep(const std::string& given);

/// The folder of a sweep, absolute: `given`, else ./<name>-<cluster>.
Result<std::filesystem::path> directory_for(const std::string& given, const SweepSpec& spec);

/// This scalegen and the command that it was given, for scripts and plans.
std::string made_by();

/// Writes a new run directory whose scripts will run under `root`; empty: where it lies. Root and maker of
/// the plan are set here.
Result<void> write_new_directory(const RunDirectory& directory, const std::string& root,
                                 const SweepSpec& spec, Plan plan);

}  // namespace scalegen
