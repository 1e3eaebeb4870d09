#pragma once
#include <filesystem>
#include <string>

#include "app/sweep_spec.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// "did you mean 'mnist-local'?", if a run directory beside `path` has a similar name; else empty.
std::string similar_run_directory(const std::filesystem::path& path);

/// Reads the plan of a run directory. Returns an error if the folder is not a run directory.
Result<Plan> read_plan_of(const RunDirectory& directory);

/// An error if the plan, read from `file`, was edited: runs that it asks for may not be those of its scripts.
Result<void> check_not_edited(const std::string& file, const Plan& plan);

/// A run directory and the plan in it.
struct OpenedRun {
  RunDirectory directory{};
  Plan plan{};
};

/// Opens the run directory at `path`; if `path` is empty, the only one in the current folder. Returns an
/// error if there is none, or if there are several, with their names.
Result<OpenedRun> open_run_directory(const std::string& path);

/// The run directory of a sweep, as an absolute path: `path`, or ./<name>-<cluster> if that is empty. It need
/// not exist.
Result<RunDirectory> run_directory_for(const std::string& path, const SweepSpec& spec);

/// This version of scalegen and its command line, as plans and scripts record them.
std::string made_by();

/// Creates a run directory whose scripts run under `root`; if that is empty, where the directory is. Returns
/// the plan as written there: with this root, and with this command as its maker.
Result<Plan> create_run_directory(const RunDirectory& directory, const std::string& root,
                                  const SweepSpec& spec, Plan plan);

}  // namespace scalegen
