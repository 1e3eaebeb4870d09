#pragma once
#include <filesystem>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

using JobIndex = std::size_t;  // in the plan

/// The name of a job with its scheduler: job-attempt-sweep_id. No other person's job has this name. squeue
/// shows its first eight characters: those of the rung.
std::string submission_name(const std::string& sweep_id, const std::string& job, const std::string& attempt);

/// The claim of an attempt of a job, by any of its runs. Returns nullopt while there is none.
Result<std::optional<Started>> claimant_of(const RunDirectory& directory, const Job& job,
                                           const std::string& attempt);

/// An error if the run directory is not where its plan says: it was renamed, moved or copied, and its runs
/// would leave their files elsewhere.
Result<void> check_directory_not_moved(const RunDirectory& directory, const Plan& plan);

/// The runs of a plan with their records, and the persisting of what becomes of them.
class RunLedger {
 public:
  /// `records`: what is known of each run by now, in the plan's order.
  RunLedger(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock,
            std::vector<RunRecord> records);

  [[nodiscard]] const RunDirectory& directory() const { return *directory_; }
  [[nodiscard]] const Plan& plan() const { return *plan_; }
  [[nodiscard]] const std::string& sweep_id() const { return journal_->sweep_id(); }
  [[nodiscard]] std::size_t job_count() const { return plan_->jobs.size(); }
  [[nodiscard]] const Job& job(JobIndex job) const { return plan_->jobs[job]; }
  [[nodiscard]] const std::vector<RunRecord>& records() const { return records_; }  // in the plan's order
  [[nodiscard]] std::vector<RunRecord> records_of(JobIndex job) const;
  [[nodiscard]] const RunRecord& record(const std::string& run) const {
    return records_[index_of_run_.at(run)];
  }
  /// The run of the same combination in the earliest round that has it.
  [[nodiscard]] const RunRecord& first_round_of(const Run& run) const {
    return records_[first_round_.at(combination_of(run))];
  }
  /// The nodes that failed under earlier attempts of the job.
  [[nodiscard]] std::vector<std::string> failed_nodes(JobIndex job) const;
  [[nodiscard]] std::optional<RunRecord> running(JobIndex job) const;  // one of its runs that runs now
  [[nodiscard]] std::string submission_name(JobIndex job, const std::string& attempt) const;

  /// Reads the job's files again.
  Result<void> refresh(JobIndex job);

  /// Like refresh(), for a job that the scheduler has: never marks a run lost, and leaves open a run that a
  /// signal ended, since it may have ended with the job, whose end will say why, and one of whose output the
  /// end is missing.
  Result<void> refresh_running(JobIndex job);

  /// Applies what the scheduler says of an attempt's end, if it is more severe than what the files say. If
  /// runs share the job it is about the one that ended with it: the others have their own outcomes.
  void apply_scheduler_outcome(JobIndex job, const std::string& attempt, const Outcome& outcome);

  /// Writes the outcomes of the job's runs that are not yet written, and returns those runs.
  Result<std::vector<RunRecord>> persist_outcomes(JobIndex job);

  /// Events, on the disk when these return.
  Result<void> record(const JournalEntry& entry) { return journal_->write(entry); }
  Result<void> record_all(const std::vector<JournalEntry>& entries) { return journal_->write_all(entries); }

 private:
  Result<void> refresh_under(const Circumstances& circumstances, JobIndex job);
  Result<void> persist(const RunRecord& record);
  RunRecord& record_of(const std::string& run) { return records_[index_of_run_.at(run)]; }

  const RunDirectory* directory_;
  const Plan* plan_;
  Journal* journal_;
  Clock* clock_;
  std::unordered_map<std::string, std::size_t> index_of_run_{};
  std::unordered_map<std::string, std::size_t> first_round_{};  // of each combination
  std::vector<RunRecord> records_;
};

}  // namespace scalegen
