#pragma once
#include <array>
#include <string_view>
#include <variant>
#include <vector>

#include "core/outcome.hpp"
#include "core/run_record.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// When a run with a given outcome is started again.
enum class Retry {
  never,
  on_request,    // with --again failed: the program would do the same again
  next_command,  // by the next sweep: a person stopped it
  at_once        // by the command that sees it end, three attempts at most: the program did not cause it
};

struct OutcomePolicy {
  std::string_view outcome{};
  int severity = 0;  // if files and scheduler differ on an attempt, the more severe outcome counts
  Retry retry = Retry::never;
  bool leaves_orphans = false;  // processes of it may still run: they are cancelled before a retry
  bool operator==(const OutcomePolicy&) const = default;
};

/// One line for each kind of outcome, in the order of the variant.
const std::array<OutcomePolicy, std::variant_size_v<Outcome>>& outcome_policies();

const OutcomePolicy& policy_of(const Outcome& outcome);

/// Chooses between what the files and what the scheduler say of one attempt. The scheduler cannot make a run
/// good; it can name what ended it: a script that a signal killed does not know whether memory, a node or a
/// person was behind it. Of two of a kind that of the files, which know more.
Outcome more_severe(const Outcome& of_files, const Outcome& of_scheduler);

/// True if a sweep has to start this run: it has not begun, or its outcome is to be retried by now.
bool is_due(const RunRecord& record, bool retry_failed);

/// True if a run that failed is run again with --again failed, and only then.
inline bool is_for_retry(const RunRecord& record) { return !is_due(record, false) && is_due(record, true); }

/// True if the program did not cause the outcome, and nobody wanted it: the command that sees it tries again.
bool is_infrastructure_failure(const Outcome& outcome);

/// True if a person cancelled the job: the command that sees it does not try again.
bool was_cancelled(const JobStatus& end);

/// True if the files of a run that a signal ended do not yet say why: its job's end will.
bool awaits_scheduler(const RunRecord& record);

/// True of an outcome that a script may leave which the tool itself has ended: it may lack its exit.json, or
/// bash has lost the trap of the signal, and with it the cause.
bool may_be_of_ended_script(const RunRecord& record);

/// True if the command that saw an attempt of a job end tries again: because of an infrastructure failure, or
/// because a run of the job did not start. Not if a person cancelled the attempt.
bool should_retry(const std::vector<RunRecord>& runs_of_job, const std::string& attempt,
                  const JobStatus& end);

}  // namespace scalegen
