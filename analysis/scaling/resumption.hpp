#pragma once
#include <vector>

#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// Runs that share a folder may go on with what an earlier one left there. Sets `left_files` of every run
/// that found any, whether it read them or not, and `resumption` of each measured run that
/// - found such a file, and says that it resumes in words that the run which left it did not print, or
/// - found one, and took less than half of that run's time on the same rung, or
/// - prints "resuming" or "resumed" without one: a checkpoint was there before the sweep.
///
/// Files that no trainer resumes from do not count: pictures, logs, metrics, caches of Python.
///
/// Sets `changed_program` of each run that found a script changed since the sweep was written, of which no
/// run is known to have changed it, and which an earlier measured run had as it was. A second change of the
/// same file does not show.
void find_resumptions(std::vector<Ladder>& ladders);

}  // namespace scalegen
