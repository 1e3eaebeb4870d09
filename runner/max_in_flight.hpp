#pragma once
#include <optional>

#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// How many jobs of this directory a person wants with the scheduler at most. Who follows the sweep reads it
/// at every turn, so it may be changed meanwhile.
Result<void> limit_jobs_at_a_time(const RunDirectory& directory, int most);

/// Nothing where nobody has said, or the file cannot be understood.
std::optional<int> limit_of_jobs_at_a_time(const RunDirectory& directory);

}  // namespace scalegen
