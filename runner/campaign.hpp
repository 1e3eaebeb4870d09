#pragma once
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/attempt_files.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/scheduler.hpp"
#include "runner/submissions.hpp"

namespace scalegen {

/// An error where a script is for another folder than the run directory that it lies in, which was renamed,
/// moved or copied: its run would leave its files where nobody looks.
Result<void> check_written_here(const RunDirectory& directory, const std::filesystem::path& script);

using JobIndex = std::size_t;  // in the plan

/// What the scheduler is given at once: a job, or several that ask for the same as an array, a task each.
struct Handover {
  std::vector<JobIndex> jobs{};
  Submission submission{};
  bool operator==(const Handover&) const = default;
};

/// The attempt of the i-th of its jobs.
const std::string& attempt_of(const Handover& handover, std::size_t i);

/// Its i-th job's id, where `id` is what the scheduler gave for all.
std::string id_of(const Handover& handover, std::size_t i, const std::string& id, const Scheduler& scheduler);

/// Makes a folder for the script of one more array, and gives its name: a number that no array of this
/// directory had.
Result<std::string> make_array_folder(const RunDirectory& directory);

/// The runs of a plan as their files show them, and the writing down of what became of them.
class Campaign {
 public:
  /// Reads what became of each run until now.
  static Result<Campaign> open(const RunDirectory& directory, const Plan& plan, Journal& journal,
                               Clock& clock);

  [[nodiscard]] const std::vector<RunRecord>& records() const { return records_; }  // in the plan's order
  [[nodiscard]] std::vector<RunRecord> records_of(JobIndex job) const;
  [[nodiscard]] std::optional<RunRecord> running(JobIndex job) const;  // of its runs, one that runs now
  [[nodiscard]] std::size_t job_count() const { return plan_->jobs.size(); }
  [[nodiscard]] const Job& job(JobIndex job) const { return plan_->jobs[job]; }

  [[nodiscard]] std::filesystem::path script(JobIndex job) const;
  /// An error where the job's run would leave its files elsewhere: the directory is not where it was made.
  [[nodiscard]] Result<void> check_place(JobIndex job) const;

  /// Reads the job's files again.
  Result<void> refresh(JobIndex job);

  /// The same of a job that the scheduler has: none of its runs is lost for its silence, and one that a
  /// signal ended may have ended with the job, whose end will say why.
  Result<void> refresh_living(JobIndex job);

  /// What the scheduler says of an attempt's end counts too, where that is worse than what its files say. Of
  /// runs that share a job it is said of the one that ended with it: the others have their own word.
  void worsen(JobIndex job, const std::string& attempt, const Outcome& bad_end);

  /// Writes down the verdicts that are not yet written, and gives those.
  Result<std::vector<RunRecord>> conclude(JobIndex job);

  /// Who claimed the job's attempt. Nothing as long as nobody has.
  [[nodiscard]] Result<std::optional<Started>> claimant(JobIndex job, const std::string& attempt) const;

  /// What an earlier tool handed over and saw no end of, with the scheduler's ids.
  [[nodiscard]] Result<PastSubmissions> handed_over(Scheduler& scheduler) const;

  /// Of what an earlier tool handed over, the attempt whose end no file tells.
  [[nodiscard]] std::optional<std::string> open_attempt(JobIndex job) const;

  /// Of a job that several runs share, for those that are due.
  [[nodiscard]] Result<Submission> next_submission(JobIndex job, const std::vector<std::string>& due) const;
  /// Of jobs that ask for the same, and that each have one run: their scripts as an array.
  [[nodiscard]] Result<Submission> next_array(const std::vector<JobIndex>& jobs) const;
  [[nodiscard]] std::string submission_name(JobIndex job, const std::string& attempt) const;
  /// Where earlier attempts of the job died with their node.
  [[nodiscard]] std::vector<std::string> failed_nodes(JobIndex job) const;

  // Events, on the disk when these return.
  Result<void> write_intent(const Handover& handover);
  Result<void> write_submitted(const Handover& handover, const std::vector<std::string>& ids);
  Result<void> write_put_off(const Handover& handover);                    // the scheduler did not answer
  Result<void> write_unclaimed(JobIndex job, const std::string& attempt);  // a run did not come to begin
  Result<void> write_interrupted();

 private:
  Result<void> refresh_under(const Circumstances& circumstances, JobIndex job);
  Campaign(const RunDirectory& directory, const Plan& plan, Journal& journal, Clock& clock);
  [[nodiscard]] Json event(const char* kind, JobIndex job, const std::string& attempt) const;
  [[nodiscard]] std::vector<Json> events(const char* kind, const Handover& handover) const;
  Result<void> write(const RunRecord& record);

  const RunDirectory* directory_;
  const Plan* plan_;
  Journal* journal_;
  Clock* clock_;
  std::map<std::string, std::size_t> index_of_run_{};
  std::vector<RunRecord> records_{};
  PastSubmissions past_{};  // as of when it was opened
};

}  // namespace scalegen
