#pragma once
#include <string_view>

#include "app/sweep_spec.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"

namespace scalegen {

/// True if two sweep files are the same, byte for byte, except for the line `repeats:`, which may also
/// be missing from either. Not where it shares its line with something else: then it cannot be told.
bool same_but_repeats(std::string_view there, std::string_view here);

/// The first line in which two different files differ, the line `repeats:` aside.
LineDifference difference_but_repeats(std::string_view there, std::string_view here);

/// A run directory that is continued: its plan, and what has just been added to it.
struct MatchedRun {
  Plan plan{};
  int added_rounds = 0;
  std::ptrdiff_t added_runs = 0;
};

/// The plan of a directory that is there, if it was made from this very sweep for this cluster: otherwise an
/// error with the first line that differs. Nothing is resolved again: `auto` may mean something else by now.
///
/// If the sweep file asks for more repeats and nothing else is new, the directory is extended by
/// them, under its lock.
Result<MatchedRun> match_existing_run(const RunDirectory& directory, const SweepSpec& spec,
                                      const SweepSource& source);

}  // namespace scalegen
