#pragma once
#include <vector>

#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// A run in a folder, with its rung.
struct FolderRun {
  Measurement* run = nullptr;
  const LadderRung* rung = nullptr;
  bool counts = true;  // no attempt that was put aside or replaced
};

/// The runs of one folder, in the order in which they began.
using FolderRuns = std::vector<FolderRun>;

/// The runs of each folder, with their attempts that count no more; those that each had one of their own are
/// together, too.
std::vector<FolderRuns> runs_by_folder(std::vector<Ladder>& ladders);

/// Runs that share a folder may go on with what an earlier one left there. Sets `left_files` of every run
/// that found any, whether it read them or not, and `resumption` of each measured run that
/// - found such a file, and says that it resumes in words that the run which left it did not print, or
/// - found one that by its name is a checkpoint, and took less than half of that run's time on the same rung,
/// - found the same file as such a run, or
/// - prints "resuming" or "resumed" without one, or has `resumed_after` in its start line: a checkpoint was
///   there before.
///
/// Files that no trainer resumes from do not count: pictures, logs, metrics, caches of Python.
void find_resumptions(const FolderRuns& runs);

/// The first file with the name of a checkpoint that a run made in its folder; empty if there is none.
std::string state_left_by(const FolderRecord& folder);

/// Sets `changed_program` of each run that found a script changed since the sweep was written, of which no
/// run is known to have changed it, and which an earlier measured run had as it was; and of the run during
/// which a script changed that the command names, or that no such run had made before. It is no left file.
/// A second change of the same file does not show.
void find_changed_programs(const FolderRuns& runs);

}  // namespace scalegen
