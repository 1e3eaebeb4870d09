#pragma once
#include <optional>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Records how many jobs of this directory may be with the scheduler at a time. The process that follows the
/// sweep reads it at every turn, so it may be changed meanwhile.
Result<void> write_max_in_flight(const RunDirectory& directory, int most);

/// Returns nullopt if nothing was recorded, or the file does not hold a number of jobs.
std::optional<int> read_max_in_flight(const RunDirectory& directory);

}  // namespace scalegen
