#include "runner/outcome_policy.hpp"

#include <algorithm>

namespace scalegen {

namespace {

// clang-format off
constexpr std::array<OutcomePolicy, std::variant_size_v<Outcome>> kPolicies{{
    // outcome        severity  retried              leaves orphans
    {"completed",     0,        Retry::never,        false},
    {"failed",        2,        Retry::on_request,   false},
    {"timed out",     5,        Retry::on_request,   false},
    {"out of memory", 8,        Retry::on_request,   false},
    {"node failed",   7,        Retry::at_once,      false},
    {"preempted",     6,        Retry::at_once,      false},
    {"cancelled",     4,        Retry::next_command, false},
    {"lost",          1,        Retry::at_once,      true},
    {"suspended",     3,        Retry::at_once,      false},
}};
// clang-format on
// The exceptions:
// - cancelled by the files and lost by Slurm (requeued) is lost: more_severe()
// - cancelled by the files is not final until the job has ended: awaits_scheduler()
// - lost by an outcome.json that was written is forgotten if the run reappears, and so is a status of 0
//   without the end of its output: outcome_of_attempt.cpp

bool is_cancelled(const std::optional<Outcome>& outcome) {
  return outcome && std::holds_alternative<Cancelled>(*outcome);
}

}  // namespace

const std::array<OutcomePolicy, std::variant_size_v<Outcome>>& outcome_policies() { return kPolicies; }

const OutcomePolicy& policy_of(const Outcome& outcome) { return kPolicies[outcome.index()]; }

Outcome more_severe(const Outcome& of_files, const Outcome& of_scheduler) {
  // A script whose job is requeued is sent TERM too, although nobody cancelled it.
  if (is_cancelled(of_files) && std::holds_alternative<Lost>(of_scheduler)) return of_scheduler;
  return policy_of(of_scheduler).severity > policy_of(of_files).severity ? of_scheduler : of_files;
}

bool is_due(const RunRecord& record, bool retry_failed) {
  if (record.attempt.empty()) return true;
  if (!record.outcome) return false;
  const auto retry = policy_of(*record.outcome).retry;
  return retry == Retry::on_request ? retry_failed : retry != Retry::never;
}

bool is_infrastructure_failure(const Outcome& outcome) { return policy_of(outcome).retry == Retry::at_once; }

bool was_cancelled(const JobStatus& end) {
  return end.cancelled_in_queue || is_cancelled(end.abnormal_outcome);
}

bool awaits_scheduler(const RunRecord& record) {
  return !record.is_persisted && is_cancelled(record.outcome);
}

bool may_be_of_ended_script(const RunRecord& record) {
  return record.outcome &&
         (std::holds_alternative<Failed>(*record.outcome) || std::holds_alternative<Lost>(*record.outcome));
}

bool should_retry(const std::vector<RunRecord>& runs_of_job, const std::string& attempt,
                  const JobStatus& end) {
  const bool cancelled =
      is_cancelled(end.abnormal_outcome) || std::ranges::any_of(runs_of_job, [&](const RunRecord& record) {
        return record.attempt == attempt && is_cancelled(record.outcome);
      });
  return !cancelled && std::ranges::any_of(runs_of_job, [](const RunRecord& record) {
    return record.attempt.empty() || (record.outcome && is_infrastructure_failure(*record.outcome));
  });
}

}  // namespace scalegen
