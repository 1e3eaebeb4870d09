#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "app/sweep_spec.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// True if two sweep files say the same except for `repeats`, which may also be missing from either: they
/// differ in comments, formatting and the order of their keys alone.
bool same_but_repeats(std::string_view there, std::string_view here);

/// A run directory that is continued: its plan without what is left out, and what changes in it, a line each.
struct MatchedRun {
  Plan plan{};
  std::vector<std::string> news{};
  Diagnostics warnings{};  // of a new plan
};

/// The plan of a sweep in a directory that is there, if its runs are those of this very sweep for this
/// cluster: otherwise an error with the values that differ. If the sweep file is the same, nothing is
/// resolved again: `auto` may mean something else by now.
///
/// The file may have changed in what no run depends on, or ask for more repeats, further rungs or values of
/// the axes, or for fewer. If nothing is measured yet, it may have changed in anything.
Result<MatchedRun> compare_with_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                             const SweepSource& source);

/// The same, and the directory is changed accordingly, under its lock.
Result<MatchedRun> match_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                      const SweepSource& source);

}  // namespace scalegen
