#pragma once
#include <chrono>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/run_record.hpp"
#include "runner/job_lifecycle.hpp"
#include "runner/journal.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// A job as its scheduler sees it, and which attempt it is.
struct ObservedJob {
  JobId id{};  // empty: a person runs its script without the scheduler
  std::string attempt{};
  std::chrono::system_clock::time_point begun{};  // by its claim; of one without, when it was observed
  JobStatus status{};
  JobPlace place{};
  bool operator==(const ObservedJob&) const = default;
};

/// A run: what its files say, and where its job is with the scheduler.
struct RunStatus {
  RunRecord record{};
  std::optional<ObservedJob> job{};  // that runs it or was submitted for it, and may not have ended
  std::optional<ObservedJob>
      ended_job{};  // of an outcome that is not persisted: the scheduler may know worse
  bool operator==(const RunStatus&) const = default;
};

/// The end of a job that no file tells: Slurm's word, where, and what else is known.
std::string end_in_words(const JobStatus& end, const JobPlace& place);

/// All runs, as one look saw them.
struct SweepStatus {
  std::chrono::system_clock::time_point time{};  // of the look
  std::string sweep_id{};                        // with which the names of its jobs end
  std::vector<RunStatus> runs{};
  bool scheduler_answers = true;  // if not: what files and journal say
  bool operator==(const SweepStatus&) const = default;
};

inline bool is_with_scheduler(const RunStatus& run) {
  return run.job && !is_empty(run.job->id) && run.job->status.state != JobState::ended;
}

std::vector<RunRecord> records_of(const std::vector<RunStatus>& runs);

/// True if it has failed and no job tries it again.
inline bool has_failed(const RunStatus& run) { return !run.job && has_failed(run.record); }

JobPhase phase_of(const RunStatus& run);

/// "waiting", "running", "completed" ...: one of the words that its phase has.
std::string_view status_word(const RunStatus& run);

/// Observes plan, files, journal and scheduler: what is known of each run, in the plan's order. Asks the
/// scheduler once about all jobs, and for the names of submissions whose ids are not in the journal.
Result<SweepStatus> observe_runs(const RunDirectory& directory, const Plan& plan,
                                 const JournalContent& journal, Scheduler& scheduler, Clock& clock);

/// The same for those who work without the directory's lock. Needs no write permission. Both wait for a
/// scheduler that does not answer, if submissions are to be found by their names, and give up after 30 s.
Result<SweepStatus> query_status(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                 Clock& clock);

/// The same at once, for those who only look: of a scheduler that does not answer it says so.
Result<SweepStatus> query_status_once(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                      Clock& clock);

/// A job of the plan that is with the scheduler.
struct SubmittedJob {
  std::string job{};
  JobId id{};
  bool operator==(const SubmittedJob&) const = default;
};

/// Those of which the journal has the id and no file says that they have ended, in the plan's order. Asks
/// nobody.
Result<std::vector<SubmittedJob>> submitted_jobs(const RunDirectory& directory, const Plan& plan,
                                                 const std::vector<RunRecord>& records);

/// The open submission of a job, unless the files of its runs say that it has ended. An attempt that ended
/// before it says nothing of it, nor does one of several runs.
std::optional<OpenSubmission> submission_of(const Job& job, const std::vector<RunRecord>& runs_of_job,
                                            const OpenSubmissions& open);

}  // namespace scalegen
