#pragma once
#include "analysis/scaling/shared_folder.hpp"

namespace scalegen {

/// Runs that share a folder may go on with what an earlier one left there. Sets `left_files` of every run
/// that found any, whether it read them or not, and `resumption` of each measured run that
/// - found such a file, and says that it resumes in words that the run which left it did not print, or
/// - found one, and took less than half of that run's time on the same rung, or
/// - prints "resuming" or "resumed" without one: a checkpoint was there before.
///
/// Files that no trainer resumes from do not count: pictures, logs, metrics, caches of Python.
void find_resumptions(const FolderRuns& runs);

}  // namespace scalegen
