#pragma once
#include <string>
#include <vector>

#include "core/outcome.hpp"
#include "core/run_record.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Of what the files and what the scheduler say of one attempt, the one that counts. The scheduler cannot
/// make a run good; it can name what ended it: a script that was killed by a signal does not know whether
/// memory, a node or a person was behind it. Of two of a kind that of the files, which know more.
Outcome worse_of(const Outcome& of_files, const Outcome& of_scheduler);

/// Whether a sweep has to start this run: it has not begun, or its end was not the program's doing. What the
/// program did it would do again: such runs only with `retry_failed`.
bool is_due(const RunRecord& record, bool retry_failed);

/// Whether the call that sees it end so tries again. Not after a cancellation: a person wanted it.
bool is_worth_another_attempt(const Outcome& outcome);

/// Whether the call that saw an attempt of a job end tries again: for a run whose end was not its doing, or
/// that did not come to begin. Not where a person cancelled the attempt.
bool wants_another_attempt(const std::vector<RunRecord>& runs_of_job, const std::string& attempt,
                           const JobStatus& end);

}  // namespace scalegen
