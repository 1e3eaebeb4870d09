#pragma once
#include <string>
#include <vector>

#include "analysis/scaling/ladder.hpp"

namespace scalegen {

/// A run in a folder, with its rung.
struct FolderRun {
  Measurement* run = nullptr;
  const LadderRung* rung = nullptr;
};

/// The runs of one folder, in the order in which they began.
using FolderRuns = std::vector<FolderRun>;

/// The runs of each folder; those that each had one of their own are together, too.
std::vector<FolderRuns> runs_by_folder(std::vector<Ladder>& ladders);

}  // namespace scalegen
