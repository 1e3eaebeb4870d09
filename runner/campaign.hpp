#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/run_record.hpp"
#include "runner/attempt.hpp"
#include "runner/journal.hpp"
#include "runner/scheduler.hpp"
#include "runner/verdict.hpp"

namespace scalegen {

using JobIndex = std::size_t;  // in the plan

/// The runs of a plan as their files show them, and the writing down of what became of them.
class Campaign {
 public:
  /// Reads what became of each run until now.
  static Result<Campaign> open(const RunDirectory& directory, const Plan& plan, Journal& journal,
                               Clock& clock);

  [[nodiscard]] const std::vector<RunRecord>& records() const { return records_; }  // in the plan's order
  [[nodiscard]] std::vector<RunRecord> records_of(JobIndex job) const;
  [[nodiscard]] std::size_t job_count() const { return plan_->jobs.size(); }
  [[nodiscard]] const Job& job(JobIndex job) const { return plan_->jobs[job]; }

  /// Reads the job's files again.
  Result<void> refresh(JobIndex job);

  /// Writes down the verdicts that are not yet written, and gives those.
  Result<std::vector<RunRecord>> conclude(JobIndex job);

  /// Who claimed the job's attempt. Nothing as long as nobody has.
  [[nodiscard]] Result<std::optional<Started>> claimant(JobIndex job, const std::string& attempt) const;

  [[nodiscard]] Result<Submission> next_submission(JobIndex job) const;
  [[nodiscard]] std::string submission_name(JobIndex job, const std::string& attempt) const;

  // Events, on the disk when these return.
  Result<void> write_intent(JobIndex job, const Submission& submission);
  Result<void> write_submitted(JobIndex job, const Submission& submission, const std::string& id);
  Result<void> write_interrupted();

 private:
  Campaign(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock);
  Result<bool> is_written(const RunRecord& record) const;
  Result<void> write(const RunRecord& record);

  const RunDirectory* directory_;
  const Plan* plan_;
  Journal* journal_;
  Clock* clock_;
  std::map<std::string, std::size_t> index_of_run_{};
  std::vector<RunRecord> records_{};
};

}  // namespace scalegen
