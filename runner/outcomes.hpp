#pragma once
#include <vector>

#include "core/run_record.hpp"
#include "runner/verdict.hpp"

namespace scalegen {

/// What became of each run, in the plan's order, from the files alone: needs neither lock nor write
/// permission. Of several attempts the first that completed counts, else the one that runs, else the last. An
/// error only where a file may be there but cannot be read.
Result<std::vector<RunRecord>> outcomes(const Plan& plan, const RunDirectory& directory,
                                        const Circumstances& circumstances);

Result<RunRecord> outcome_of(const Run& run, const RunDirectory& directory,
                             const Circumstances& circumstances);

}  // namespace scalegen
