#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "app/history/indexed_sweep.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"

namespace scalegen::history {

/// The sweeps that were measured below a folder.
struct History {
  std::vector<IndexedSweep> sweeps{};  // those with a figure, in no particular order
  std::vector<std::string> notes{};    // about the index, and about directories that were left out
};

/// Reads the run directories below `folder`: those that changed since the index in `file` was made from their
/// own files, the others from it; with `rebuild` all of them. Never writes into a run directory.
Result<History> history_of(const std::filesystem::path& folder, const std::filesystem::path& file,
                           bool rebuild, Clock& clock);

/// Where the index is: in the cache folder; empty if there is none.
std::filesystem::path history_file();

}  // namespace scalegen::history
