#pragma once
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// Cancels jobs, by their ids, and returns when none of their processes is left. An error where one is not
/// ours to cancel, or Slurm does not say in two minutes of all of them that they have ended.
Result<void> cancel_in_slurm(const std::vector<std::string>& ids, Clock& clock);

}  // namespace scalegen
