#pragma once
#include "core/diagnostics.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// Polls all active jobs with one query. Those that have ended are settled: their runs get outcomes, or the
/// job becomes pending for another attempt. Returns true if one has ended.
Result<bool> settle_ended(Sweep& sweep);

}  // namespace scalegen
