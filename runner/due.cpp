#include "runner/due.hpp"

#include <algorithm>

namespace scalegen {

bool is_due(const RunRecord& record, bool retry_failed) {
  if (record.attempt.empty()) return true;
  if (!record.outcome || is_completed(*record.outcome)) return false;
  const bool programs_doing = std::holds_alternative<Failed>(*record.outcome) ||
                              std::holds_alternative<TimedOut>(*record.outcome) ||
                              std::holds_alternative<OutOfMemory>(*record.outcome);
  return !programs_doing || retry_failed;
}

bool is_worth_another_attempt(const Outcome& outcome) {
  return std::holds_alternative<Lost>(outcome) || std::holds_alternative<NodeFailed>(outcome) ||
         std::holds_alternative<Preempted>(outcome);
}

bool wants_another_attempt(const std::vector<RunRecord>& runs_of_job, const std::string& attempt,
                           const JobStatus& end) {
  const auto is_cancelled = [](const std::optional<Outcome>& outcome) {
    return outcome && std::holds_alternative<Cancelled>(*outcome);
  };
  const bool cancelled = is_cancelled(end.bad_end) ||
                         std::any_of(runs_of_job.begin(), runs_of_job.end(), [&](const RunRecord& record) {
                           return record.attempt == attempt && is_cancelled(record.outcome);
                         });
  return !cancelled && std::any_of(runs_of_job.begin(), runs_of_job.end(), [](const RunRecord& record) {
    return record.attempt.empty() || (record.outcome && is_worth_another_attempt(*record.outcome));
  });
}

}  // namespace scalegen
