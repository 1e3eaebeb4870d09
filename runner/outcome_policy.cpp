#include "runner/outcome_policy.hpp"

#include <algorithm>

namespace scalegen {

namespace {

struct Gravity {
  int operator()(const Completed&) const { return 0; }
  int operator()(const Lost&) const { return 1; }
  int operator()(const Failed&) const { return 2; }
  int operator()(const Cancelled&) const { return 3; }
  int operator()(const TimedOut&) const { return 4; }
  int operator()(const Preempted&) const { return 5; }
  int operator()(const NodeFailed&) const { return 6; }
  int operator()(const OutOfMemory&) const { return 7; }
};

int gravity(const Outcome& outcome) { return std::visit(Gravity{}, outcome); }

}  // namespace

Outcome worse_of(const Outcome& of_files, const Outcome& of_scheduler) {
  // A script whose job is put back into the queue is sent TERM too: nobody cancelled it.
  if (std::holds_alternative<Cancelled>(of_files) && std::holds_alternative<Lost>(of_scheduler))
    return of_scheduler;
  return gravity(of_scheduler) > gravity(of_files) ? of_scheduler : of_files;
}

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
