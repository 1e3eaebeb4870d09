#pragma once
#include <optional>
#include <string>

#include "app/history/indexed_sweep.hpp"
#include "core/run_directory.hpp"

namespace scalegen::history {

/// The figures that a run directory keeps of its report, in `history.json`, so that it need not be read
/// again. Returns nullopt if the file is not there, is damaged or no file of this program's, or has another
/// fingerprint.
std::optional<IndexedSweep> kept_figures(const RunDirectory& directory, const std::string& fingerprint);

/// Writes that file, whole or not at all. Where it cannot be written, the report is read again each time.
void keep_figures(const RunDirectory& directory, const IndexedSweep& sweep);

}  // namespace scalegen::history
