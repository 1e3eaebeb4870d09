#include "runner/submission.hpp"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <utility>

#include "core/attempt_files.hpp"
#include "core/files.hpp"
#include "core/try.hpp"
#include "runner/outcome_policy.hpp"

namespace scalegen {

namespace {

/// The nodes that failed under earlier attempts of the job.
std::vector<std::string> failed_nodes(const Campaign& campaign, JobIndex job) {
  std::vector<std::string> nodes;
  for (const auto& record : campaign.records_of(job))
    if (const auto* const failed = record.outcome ? std::get_if<NodeFailed>(&*record.outcome) : nullptr;
        failed != nullptr && !failed->node.empty())
      nodes.push_back(failed->node);
  return nodes;
}

Result<std::string> next_attempt_of(const Campaign& campaign, JobIndex job) {
  std::vector<std::string> taken;
  for (const auto& run : campaign.job(job).runs) {
    TRY_ASSIGN(const auto names, attempt_names(campaign.directory(), run));
    taken.insert(taken.end(), names.begin(), names.end());
  }
  return next_attempt(taken);
}

Result<Submission> submission_of_job(const Sweep& sweep, JobIndex job) {
  const auto& campaign = sweep.campaign;
  TRY_ASSIGN(const auto attempt, next_attempt_of(campaign, job));
  return Submission{.name = campaign.submission_name(job, attempt),
                    .attempt = attempt,
                    .script = campaign.directory().job_script(campaign.job(job).id),
                    .runs = campaign.job(job).shared ? due_runs(sweep, job) : std::vector<std::string>(),
                    .excluded_nodes = failed_nodes(campaign, job)};
}

// Its number is one that no array of this directory had. The folder is there before anything of the array is
// written: a tool that comes after a crash looks for its tasks under this name.
Result<std::string> make_array_folder(const RunDirectory& directory) {
  TRY(make_folders(directory.arrays()));
  TRY_ASSIGN(const auto names, names_in(directory.arrays()));
  auto name = next_attempt(names);
  const auto folder = directory.array_script(name).parent_path();
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  TRY(sync_folder(directory.arrays()));
  return name;
}

Result<Submission> submission_of_array(const Sweep& sweep, const std::vector<JobIndex>& jobs) {
  Submission array;
  for (const auto job : jobs) {
    TRY_ASSIGN(auto one, submission_of_job(sweep, job));
    array.tasks.push_back({std::move(one.script), std::move(one.attempt)});
  }
  TRY_ASSIGN(const auto number, make_array_folder(sweep.campaign.directory()));
  array.name = submission_name(sweep.campaign.id(), "array", number);
  array.script = sweep.campaign.directory().array_script(number);
  return array;
}

const std::string& attempt_of(const SubmissionBatch& batch, std::size_t i) {
  return is_array(batch.submission) ? batch.submission.tasks[i].attempt : batch.submission.attempt;
}

JobId id_of(const SubmissionBatch& batch, std::size_t i, const JobId& id) {
  return is_array(batch.submission) ? id_of_task(id, i) : id;
}

/// Moves all jobs of the batch, and records it; `fill` adds what an entry has besides its attempt.
Result<void> advance_batch(Sweep& sweep, const SubmissionBatch& batch, JobEvent event, const auto& fill) {
  std::vector<JournalEntry> entries;
  for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
    JobEntry entry{
        .event = event, .job = sweep.campaign.job(batch.jobs[i]).id, .attempt = attempt_of(batch, i)};
    fill(entry, i);
    entries.emplace_back(std::move(entry));
    TRY(advance(sweep, batch.jobs[i], event));
  }
  return sweep.campaign.record_all(entries);
}

// Intent before submission: after a crash in between, the jobs are looked for under this name.
Result<void> record_intent(Sweep& sweep, const SubmissionBatch& batch) {
  return advance_batch(sweep, batch, JobEvent::submitting, [&](JobEntry& entry, std::size_t i) {
    entry.name = batch.submission.name;
    if (is_array(batch.submission)) entry.task = i;
  });
}

Result<void> follow_batch(Sweep& sweep, const SubmissionBatch& batch, const JobId& id) {
  for (std::size_t i = 0; i < batch.jobs.size(); ++i)
    sweep.active.push_back({.job = batch.jobs[i],
                            .attempt = attempt_of(batch, i),
                            .id = id_of(batch, i, id),
                            .begun = sweep.clock.now()});
  return advance_batch(sweep, batch, JobEvent::submitted,
                       [&](JobEntry& entry, std::size_t i) { entry.id = id_of(batch, i, id); });
}

// Its jobs are the first to be tried again. An array that the scheduler may have got is submitted again under
// the same name with the same tasks; one that it has no room for becomes smaller.
Result<void> put_back(Sweep& sweep, const SubmissionBatch& batch, bool is_uncertain) {
  for (const auto job : batch.jobs) --sweep.submissions[job];
  sweep.pending.insert(sweep.pending.begin(), batch.jobs.begin(), batch.jobs.end());
  if (is_array(batch.submission) && is_uncertain) sweep.uncertain_array = batch;
  if (is_array(batch.submission) && !is_uncertain)
    sweep.largest_array = std::max<std::size_t>(1, batch.jobs.size() / 2);
  return advance_batch(sweep, batch, is_uncertain ? JobEvent::unanswered : JobEvent::deferred,
                       [](JobEntry&, std::size_t) {});
}

Result<void> send(Sweep& sweep, const SubmissionBatch& batch) {
  for (const auto job : batch.jobs) ++sweep.submissions[job];
  TRY_ASSIGN(const auto answer, sweep.scheduler.submit(batch.submission));
  sweep.scheduler_takes_more = answer.kind == SubmissionAnswer::Kind::accepted;
  sweep.scheduler_answers = answer.kind != SubmissionAnswer::Kind::uncertain;
  if (!sweep.scheduler_takes_more) return put_back(sweep, batch, !sweep.scheduler_answers);
  TRY(follow_batch(sweep, batch, answer.id));
  if (sweep.traits.jobs_outlive_process)
    report_progress(sweep);  // many may be submitted before the next poll
  return {};
}

// A script that was killed leaves its ranks behind, and they would disturb what is measured next.
Result<void> cancel_orphans(Sweep& sweep, JobIndex job) {
  const auto& campaign = sweep.campaign;
  for (const auto& record : campaign.records_of(job)) {
    if (!record.outcome || !policy_of(*record.outcome).leaves_orphans) continue;
    TRY_ASSIGN(const auto started, claimant_of(campaign.directory(), campaign.job(job), record.attempt));
    if (!started) continue;
    const auto name = campaign.submission_name(job, record.attempt);
    TRY(cancel_if_alive(sweep, sweep.scheduler.adopt(name, *started)));
  }
  return {};
}

/// Empty: the job is to be submitted alone.
std::string shape_of(Sweep& sweep, JobIndex job) {
  const auto& campaign = sweep.campaign;
  if (!sweep.options.as_arrays || !sweep.traits.supports_arrays || campaign.job(job).shared ||
      !failed_nodes(campaign, job).empty())
    return "";
  const auto [shape, is_new] = sweep.shapes.try_emplace(job);
  if (is_new) shape->second = sweep.scheduler.shape(campaign.directory().job_script(campaign.job(job).id));
  return shape->second;
}

/// Takes the next job, and if arrays are wanted those that ask for the same.
std::vector<JobIndex> take_next(Sweep& sweep, std::size_t at_most) {
  std::vector<JobIndex> jobs{sweep.pending.front()};
  sweep.pending.pop_front();
  const auto shape = shape_of(sweep, jobs.front());
  if (shape.empty()) return jobs;
  at_most = std::min(at_most, sweep.largest_array);
  std::deque<JobIndex> others;
  for (const auto job : sweep.pending)
    if (jobs.size() < at_most && shape_of(sweep, job) == shape)
      jobs.push_back(job);
    else
      others.push_back(job);
  sweep.pending = std::move(others);
  return jobs;
}

// Reads the files once more: much may have happened since this job became pending.
Result<bool> is_still_due(Sweep& sweep, JobIndex job) {
  TRY(sweep.campaign.refresh(job));
  if (const auto running = sweep.campaign.running(job)) {
    TRY(follow_claimant(sweep, job, running->attempt));
    return false;
  }
  TRY(persist(sweep, job));
  if (is_due(sweep, job)) return true;
  drop(sweep, job);
  TRY(advance(sweep, job, JobEvent::ended));
  return false;
}

Result<std::vector<JobIndex>> still_due(Sweep& sweep, const std::vector<JobIndex>& jobs) {
  std::vector<JobIndex> due;
  for (const auto job : jobs) {
    TRY_ASSIGN(const auto is_wanted, is_still_due(sweep, job));
    if (is_wanted) due.push_back(job);
  }
  return due;
}

// Its intent is in the journal. If one of its tasks has run meanwhile, the others wait for an array of their
// own.
Result<void> resubmit_uncertain_array(Sweep& sweep) {
  const auto batch = *std::exchange(sweep.uncertain_array, std::nullopt);
  for (const auto job : batch.jobs) std::erase(sweep.pending, job);
  TRY_ASSIGN(const auto due, still_due(sweep, batch.jobs));
  if (due == batch.jobs) {
    for (const auto job : due) TRY(advance(sweep, job, JobEvent::submitting));
    return send(sweep, batch);
  }
  sweep.pending.insert(sweep.pending.begin(), due.begin(), due.end());
  return {};
}

}  // namespace

Result<void> submit_next(Sweep& sweep, std::size_t at_most) {
  TRY(sweep.lock.keep());
  if (sweep.uncertain_array) return resubmit_uncertain_array(sweep);
  TRY_ASSIGN(auto jobs, still_due(sweep, take_next(sweep, at_most)));
  if (jobs.empty()) return {};
  for (const auto job : jobs) TRY(check_directory_not_moved(sweep.campaign, job));
  for (const auto job : jobs) TRY(cancel_orphans(sweep, job));
  TRY_ASSIGN(auto submission,
             jobs.size() > 1 ? submission_of_array(sweep, jobs) : submission_of_job(sweep, jobs.front()));
  const SubmissionBatch batch{std::move(jobs), std::move(submission)};
  TRY(record_intent(sweep, batch));
  return send(sweep, batch);
}

Result<void> follow_claimant(Sweep& sweep, JobIndex job, const std::string& attempt) {
  const auto& campaign = sweep.campaign;
  TRY_ASSIGN(const auto started, claimant_of(campaign.directory(), campaign.job(job), attempt));
  const auto id = sweep.scheduler.adopt(campaign.submission_name(job, attempt), *started);
  sweep.active.push_back({.job = job, .attempt = attempt, .id = id, .adopted = true, .begun = started->time});
  return advance(sweep, job, JobEvent::adopted);
}

}  // namespace scalegen
