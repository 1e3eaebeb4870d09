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
  std::vector<IndexedSweep> sweeps{};      // those with a figure, in no particular order
  std::vector<IndexedSweep> unmeasured{};  // those without
  std::vector<std::string> notes{};        // about directories that were left out
};

/// Reads the run directories below `folder`: of those that have not changed since what they keep of it
/// (kept_figures), of the others their own files; with `rebuild` of all of them.
Result<History> history_of(const std::filesystem::path& folder, bool rebuild, Clock& clock);

}  // namespace scalegen::history
