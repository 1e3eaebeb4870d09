#pragma once
#include "core/diagnostics.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// Submits the next pending job, or with arrays those that ask for the same, `at_most` so many. A job whose
/// runs have ended or been started by someone else meanwhile is settled or followed instead.
Result<void> submit_next(Sweep& sweep, std::size_t at_most);

/// Follows a running job of which the files say who claimed it.
Result<void> follow_claimant(Sweep& sweep, JobIndex job, const std::string& attempt);

}  // namespace scalegen
