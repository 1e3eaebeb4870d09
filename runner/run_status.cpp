#include "runner/run_status.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <map>
#include <string_view>
#include <unordered_map>
#include <utility>

#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/ownership.hpp"
#include "runner/run_ledger.hpp"

namespace scalegen {

namespace {

/// Finds the ids of submissions: nullopt if the scheduler does not answer.
using Find = std::function<Result<std::optional<FoundIds>>(const std::vector<std::string>& names)>;

/// The sources of an observation.
struct Context {
  const RunDirectory* directory;
  const Plan* plan;
  const JournalContent* journal;
  Scheduler* scheduler;
  Find find;
  std::chrono::system_clock::time_point now;
};

using RunIndex = std::unordered_map<std::string_view, std::size_t>;  // by id

RunIndex index_of(const std::vector<RunRecord>& records) {
  RunIndex index;
  for (std::size_t i = 0; i < records.size(); ++i) index[records[i].run.id] = i;
  return index;
}

OpenSubmissions open_submissions(const Plan& plan, const std::vector<RunRecord>& records,
                                 const RunIndex& index, std::string_view journal) {
  OpenSubmissions still_open;
  const auto open = replay(journal);
  for (const auto& job : plan.jobs) {
    std::vector<RunRecord> runs;
    for (const auto& run : job.runs) runs.push_back(records[index.at(run)]);
    if (auto submission = submission_of(job, runs, open)) still_open[job.id] = *std::move(submission);
  }
  return still_open;
}

/// The submissions that may be with the scheduler. If jobs end with the tool that started them, or all runs
/// have completed, there are none.
OpenSubmissions open_submissions(const Context& context, const std::vector<RunRecord>& records,
                                 const RunIndex& index, const JournalContent& journal) {
  const bool may_be_open =
      context.scheduler->traits().keeps_jobs && !std::ranges::all_of(records, has_completed);
  return may_be_open ? open_submissions(*context.plan, records, index, journal.text) : OpenSubmissions{};
}

/// The tasks of an array share its name.
std::string name_of(const Context& context, const std::string& job, const OpenSubmission& submission) {
  return submission.array.empty() ? submission_name(context.journal->sweep_id, job, submission.attempt)
                                  : submission.array;
}

/// Looks for submissions without an id by their names, and drops those that the scheduler never got. Returns
/// false if it does not answer.
Result<bool> find_ids(const Context& context, OpenSubmissions& submissions) {
  std::map<std::string, std::optional<JobId>> ids;  // by name
  for (const auto& [job, submission] : submissions)
    if (is_empty(submission.id)) ids[name_of(context, job, submission)];
  if (ids.empty()) return true;
  std::vector<std::string> names;
  for (const auto& [name, id] : ids) names.push_back(name);
  TRY_ASSIGN(const auto found, context.find(names));
  if (!found) return false;
  for (std::size_t i = 0; i < names.size(); ++i) ids[names[i]] = (*found)[i];
  for (auto& [job, submission] : submissions) {
    if (!is_empty(submission.id)) continue;
    if (const auto& id = ids[name_of(context, job, submission)])
      submission.id = submission.array.empty() ? *id : id_of_task(*id, submission.task);
  }
  std::erase_if(submissions, [](const auto& entry) { return is_empty(entry.second.id); });
  return true;
}

/// The job in which somebody claimed an attempt.
Result<std::optional<ObservedJob>> claimed_by(const Context& context, const Job& job,
                                              const std::string& attempt) {
  TRY_ASSIGN(const auto started, claimant_of(*context.directory, job, attempt));
  if (!started) return std::nullopt;
  auto id = context.scheduler->adopt(submission_name(context.journal->sweep_id, job.id, attempt), *started);
  return ObservedJob{.id = std::move(id), .attempt = attempt, .begun = started->time};
}

/// A run that shares its job has an outcome of its own, to which the scheduler adds nothing later.
bool may_have_abnormal_outcome(const RunRecord& record, const Job& job, const SchedulerTraits& scheduler) {
  return scheduler.keeps_jobs && !job.shared && record.outcome && !record.is_persisted;
}

Result<void> observe(const Context& context, const Job& job, const OpenSubmissions& submissions,
                     RunStatus& run) {
  const auto& record = run.record;
  const auto submission = submissions.find(job.id);
  if (is_running(record)) {
    if (submission != submissions.end() && submission->second.attempt == record.attempt)  // has its cluster
      context.scheduler->remember(submission->second.id, name_of(context, job.id, submission->second));
    TRY_ASSIGN(run.job, claimed_by(context, job, record.attempt));
  } else if (submission != submissions.end() && !has_completed(record)) {
    context.scheduler->remember(submission->second.id, name_of(context, job.id, submission->second));
    run.job = {.id = submission->second.id, .attempt = submission->second.attempt, .begun = context.now};
  }
  if (may_have_abnormal_outcome(record, job, context.scheduler->traits())) {
    TRY_ASSIGN(auto ended, claimed_by(context, job, record.attempt));
    if (ended && !is_empty(ended->id)) run.ended_job = std::move(ended);
  }
  return {};
}

/// One question to the scheduler about all jobs. Returns false if it does not answer.
Result<bool> query(const Context& context, std::vector<RunStatus>& runs) {
  auto& scheduler = *context.scheduler;
  std::map<JobId, JobStatus> statuses;
  for (const auto& run : runs)
    for (const auto* const job : {&run.job, &run.ended_job})
      if (*job && !is_empty((*job)->id)) statuses[(*job)->id];
  if (statuses.empty()) return true;
  TRY_ASSIGN(const auto answers_here,
             is_on_its_cluster(*context.directory, *context.plan, *context.journal, scheduler));
  if (!answers_here) return false;
  std::vector<JobId> ids;
  for (const auto& [id, status] : statuses) ids.push_back(id);
  TRY_ASSIGN(const auto answers, scheduler.query(ids));
  for (std::size_t i = 0; i < ids.size(); ++i) statuses[ids[i]] = answers[i];
  for (auto& run : runs)
    for (auto* const job : {&run.job, &run.ended_job})
      if (*job) {
        (*job)->status = statuses[(*job)->id];
        (*job)->place = scheduler.place((*job)->id);
      }
  return !scheduler.traits().keeps_jobs || std::ranges::none_of(answers, is_unanswered);
}

/// True if the job of a run that has failed waits once more.
bool was_requeued(const RunStatus& run) {
  return has_failed(run) && run.ended_job && run.ended_job->status.state == JobState::waiting;
}

Result<SweepStatus> observe(const Context& context) {
  const auto& journal = *context.journal;
  const auto& plan = *context.plan;
  TRY_ASSIGN(auto records, outcomes(plan, *context.directory, {.now = context.now}));
  const auto index = index_of(records);
  auto submissions = open_submissions(context, records, index, journal);
  SweepStatus all{.time = context.now, .sweep_id = journal.sweep_id};
  TRY_ASSIGN(all.scheduler_answers, find_ids(context, submissions));
  all.runs.reserve(records.size());
  for (const auto& record : records) all.runs.push_back({.record = record});
  for (const auto& job : plan.jobs)
    for (const auto& run : job.runs) TRY(observe(context, job, submissions, all.runs[index.at(run)]));
  if (all.scheduler_answers) {
    TRY_ASSIGN(all.scheduler_answers, query(context, all.runs));
  }
  for (auto& run : all.runs)
    if (was_requeued(run)) run.job = run.ended_job;
  return all;
}

/// nullopt if the scheduler does not answer. An error on another cluster than the directory's.
Result<std::optional<FoundIds>> find_here(const RunDirectory& directory, const Plan& plan,
                                          const JournalContent& journal, Scheduler& scheduler,
                                          const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto answers, is_on_its_cluster(directory, plan, journal, scheduler));
  if (!answers) return std::nullopt;
  return scheduler.find(names);
}

}  // namespace

std::string end_in_words(const JobStatus& end, const JobPlace& place) {
  auto text = place.end.empty() ? "it left Slurm" : place.end;
  if (!place.nodes.empty()) text += " on " + place.nodes;
  const auto* const failed = end.abnormal_outcome ? std::get_if<Failed>(&*end.abnormal_outcome) : nullptr;
  if (failed != nullptr) return text + ": " + failed->reason;
  if (end.exit_status.value_or(0) != 0) text += fmt::format(", exit status {}", *end.exit_status);
  return text + (end.last_line.empty() ? "" : ": " + end.last_line);
}

std::optional<OpenSubmission> submission_of(const Job& job, const std::vector<RunRecord>& runs_of_job,
                                            const OpenSubmissions& open) {
  const auto found = open.find(job.id);
  if (found == open.end()) return std::nullopt;
  const bool all_have_ended =
      std::ranges::all_of(runs_of_job, [](const RunRecord& record) { return record.outcome.has_value(); });
  const bool one_ended_in_it = std::ranges::any_of(runs_of_job, [&](const RunRecord& record) {
    return record.outcome && record.attempt == found->second.attempt;
  });
  return all_have_ended && one_ended_in_it ? std::nullopt : std::optional(found->second);
}

Result<SweepStatus> observe_runs(const RunDirectory& directory, const Plan& plan,
                                 const JournalContent& journal, Scheduler& scheduler, Clock& clock) {
  // A job that the scheduler may or may not have is neither submitted nor left alone: its answer is waited
  // for.
  const auto find = [&](const auto& names) {
    return ask_patiently(clock, "it may have jobs of this sweep whose ids were not recorded",
                         [&] { return find_here(directory, plan, journal, scheduler, names); });
  };
  return observe({&directory, &plan, &journal, &scheduler, find, clock.now()});
}

Result<SweepStatus> query_status(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                 Clock& clock) {
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  return observe_runs(directory, plan, journal.value_or(JournalContent{}), scheduler, clock);
}

Result<SweepStatus> query_status_once(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                      Clock& clock) {
  TRY_ASSIGN(const auto found, read_journal(directory.journal()));
  const auto journal = found.value_or(JournalContent{});
  const auto find = [&](const auto& names) { return find_here(directory, plan, journal, scheduler, names); };
  return observe({&directory, &plan, &journal, &scheduler, find, clock.now()});
}

Result<std::vector<SubmittedJob>> submitted_jobs(const RunDirectory& directory, const Plan& plan,
                                                 const std::vector<RunRecord>& records) {
  TRY_ASSIGN(const auto journal, read_journal(directory.journal()));
  const auto open =
      open_submissions(plan, records, index_of(records), journal.value_or(JournalContent{}).text);
  std::vector<SubmittedJob> jobs;
  for (const auto& job : plan.jobs)
    if (const auto found = open.find(job.id); found != open.end() && !is_empty(found->second.id))
      jobs.push_back({job.id, found->second.id});
  return jobs;
}

std::vector<RunRecord> records_of(const std::vector<RunStatus>& runs) {
  std::vector<RunRecord> records;
  for (const auto& run : runs) records.push_back(run.record);
  return records;
}

JobPhase phase_of(const RunStatus& run) {
  if (has_completed(run.record)) return JobPhase::settled;
  if (is_running(run.record)) return JobPhase::running;
  if (!run.job) return run.record.outcome ? JobPhase::settled : JobPhase::pending;
  const auto state = run.job->status.state;
  if (state == JobState::active && run.job->place.end.empty()) return JobPhase::running;
  const bool has_left = state == JobState::unknown && run.job->status.left_queue;
  // Slurm may still be recording the end of a job that it calls active.
  const bool has_ended = state == JobState::active || state == JobState::ended || has_left;
  return has_ended ? JobPhase::finishing : JobPhase::queued;
}

std::string_view status_word(const RunStatus& run) {
  const auto phase = phase_of(run);
  const auto& words = status_words(phase);
  if (phase == JobPhase::settled && was_cancelled(run.record)) return words[2];
  const bool second = (phase == JobPhase::settled && !has_completed(run.record)) ||
                      (phase == JobPhase::running && !is_running(run.record)) ||
                      ((phase == JobPhase::queued || phase == JobPhase::finishing) &&
                       run.job->status.state == JobState::unknown);
  return second ? words[1] : words[0];
}

}  // namespace scalegen
