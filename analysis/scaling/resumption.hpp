#pragma once
#include <vector>

#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// Runs that share a folder may go on with what an earlier one left there. Sets `resumption` of each measured
/// run that found such a file and
/// - says that it resumes, in words that the run which left the file did not print, or
/// - took less than half of that run's time on the same rung,
/// and `left_files` of every run that found any, whether it read them or not.
///
/// Files that no trainer resumes from count in neither: pictures, logs, metrics, caches of Python.
void find_resumptions(std::vector<Ladder>& ladders);

}  // namespace scalegen
