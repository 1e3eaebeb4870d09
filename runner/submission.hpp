#pragma once
#include "core/diagnostics.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// Submits the next pending job, or with arrays those that ask for the same, such that at most `most` of all
/// jobs run at a time. Returns false if they have to wait for that. A job whose runs have ended or been
/// started by someone else meanwhile is settled or followed instead.
Result<bool> submit_next(Sweep& sweep, std::size_t most);

/// Follows a running job of which the files say who claimed it.
Result<void> follow_claimant(Sweep& sweep, JobIndex job, const std::string& attempt);

}  // namespace scalegen
