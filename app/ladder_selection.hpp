#pragma once
#include <vector>

#include "analysis/analyse.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_record.hpp"
#include "core/run_selection.hpp"

namespace scalegen {

/// Selects the runs of a plan to start, in the plan's order, by its `until`, `climb` and `assert` and by what
/// was measured so far. This depends on nothing else: whoever asks again, after a crash or another day, gets
/// the same answer, and what a later round measures changes nothing of what an earlier one decided.
Result<std::vector<RunSelection>> select_runs(const Plan& plan, const std::vector<RunRecord>& records,
                                              const MeasuredLadders& measured);

/// False of a run that is to be tried again.
bool has_ended(const RunRecord& record);

}  // namespace scalegen
