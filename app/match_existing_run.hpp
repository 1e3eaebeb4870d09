#pragma once
#include <string>
#include <vector>

#include "app/sweep_spec.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A run directory that is continued: its plan, and what changes in it, a line each.
struct MatchedRun {
  Plan plan{};
  std::vector<std::string> news{};
  Diagnostics warnings{};  // of a new plan
};

/// The plan of a sweep in a directory that is there, if its runs are those of this very sweep for this
/// cluster: otherwise an error with the values that differ. If the sweep file is the same, nothing is
/// resolved again: `auto` may mean something else by now.
///
/// The file may have changed in what the report alone reads, or ask for more repeats, further rungs, or
/// larger limits: these are for runs without a figure. If no run has completed, it may have changed in
/// anything.
Result<MatchedRun> compare_with_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                             const SweepSource& source);

/// The same, and the directory is changed accordingly, under its lock.
Result<MatchedRun> match_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                      const SweepSource& source);

/// Adds rounds to the plan of a run directory, up to `rounds` of them, under its lock. An error if it has
/// more already; one that has as many stays as it is.
Result<MatchedRun> add_rounds(const RunDirectory& directory, int rounds,
                              const std::vector<OwnTemplate>& own_templates);

}  // namespace scalegen
