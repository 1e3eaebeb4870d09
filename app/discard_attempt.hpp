#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"

namespace scalegen {

/// Takes back the claim of a run's attempts, so that a sweep begins it again: a run that failed, or that
/// completed without a figure. Of one with a figure the whole round of its ladder begins again, if something
/// disturbed the round or one of its runs was tried again. The attempts keep their folders, and a new one
/// gets the next number. Returns an error if the figure stays, or the run is queued or running.
Result<void> discard_attempts(const RunDirectory& directory, const Plan& plan, const std::string& run);

/// The same for a first run that was slow (scaling/slow_first), although it has a figure. If it counts no
/// more, nothing is done.
Result<void> discard_slow_first(const RunDirectory& directory, const Plan& plan, const RunRecord& run);

}  // namespace scalegen
