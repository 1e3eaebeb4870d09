#include "runner/submission.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <map>
#include <unordered_set>
#include <utility>

#include "core/attempt_files.hpp"
#include "core/directives.hpp"
#include "core/files.hpp"
#include "core/script_sum.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "runner/outcome_policy.hpp"
#include "runner/trial.hpp"

namespace scalegen {

namespace {

const Resources& resources_of(const RunLedger& ledger, JobIndex job) {
  return ledger.record(ledger.job(job).runs.front()).run.resources;
}

// Without scripts.cksum nothing says that a script was edited.
bool was_edited(Sweep& sweep, const std::filesystem::path& script, std::string_view text) {
  const auto& directory = sweep.ledger.directory();
  auto& sums = sweep.script_sums;
  if (!sums) {
    const auto lines = lines_of(read_file(directory.script_sums()).value_or(""));
    sums.emplace(lines.begin(), lines.end());
  }
  auto line = script_sum(directory, script, text);
  line.pop_back();  // its newline
  return !sums->empty() && !sums->contains(line);
}

// A template of a person's own may have other lines: an array would lack them. sbatch's command line says
// each job's name and output.
bool asks_for_more(std::string_view text, const std::vector<std::string>& directives) {
  const auto is_known = [&](const std::string& line) {
    return line.starts_with("#SBATCH --job-name=") || line.starts_with("#SBATCH --output=") ||
           std::ranges::find(directives, line) != directives.end();
  };
  const auto lines = lines_of(text);
  if (lines.empty() || lines.front() != "#!/bin/bash") return true;
  for (const auto& line : lines) {
    if (!line.starts_with('#')) return false;
    if (line.starts_with("#SBATCH") && !is_known(line)) return true;
  }
  return false;
}

/// The lines `#SBATCH` of an array with this name, for jobs that ask for the same as this one.
Result<std::vector<std::string>> array_directives(const RunLedger& ledger, JobIndex job,
                                                  const std::string& name) {
  return directives(resources_of(ledger, job), ledger.plan().head.launch, name, "slurm-%A_%a.out");
}

bool is_as_generated(Sweep& sweep, JobIndex job) {
  const auto& ledger = sweep.ledger;
  const auto script = ledger.directory().job_script(ledger.job(job).id);
  const auto text = read_file(script);
  if (!text) return true;  // whoever submits it says why it cannot be read
  const auto directives = array_directives(ledger, job, "array");
  return directives && !was_edited(sweep, script, *text) && !asks_for_more(*text, *directives);
}

/// True if the job may be a task of an array: arrays are wanted and supported, it is a single run that
/// excludes no node, and its script is what was generated, and asks for no more than the plan says: one that
/// a person edited is submitted alone.
bool may_join_array(Sweep& sweep, JobIndex job) {
  const auto& ledger = sweep.ledger;
  if (!sweep.options.as_arrays || !sweep.traits.takes_directives || ledger.job(job).shared ||
      !ledger.failed_nodes(job).empty() || !sweep.options.excluded_nodes.empty())
    return false;
  const auto [known, is_new] = sweep.is_as_generated.try_emplace(job);
  if (is_new) known->second = is_as_generated(sweep, job);
  return known->second;
}

/// True if two jobs of single runs ask for the same resources.
bool asks_for_the_same(const RunLedger& ledger, JobIndex one, JobIndex other) {
  return !ledger.job(one).shared && !ledger.job(other).shared &&
         resources_of(ledger, one) == resources_of(ledger, other);
}

/// Makes a folder for the script of one more array. Returns its name, a number that no array of this
/// directory had. It is there before anything of the array is written: a tool that comes after a crash looks
/// for its tasks under this name.
Result<std::string> make_array_folder(const RunDirectory& directory) {
  TRY(make_folders(directory.arrays()));
  TRY_ASSIGN(const auto names, names_in(directory.arrays()));
  auto name = next_attempt(names);
  const auto folder = directory.array_script(name).parent_path();
  if (::mkdir(folder.c_str(), 0777) != 0) return file_failure("make the folder", folder, errno);
  TRY(sync_folder(directory.arrays()));
  return name;
}

using Attempts = std::map<JobIndex, std::string>;  // the next one of each job

Result<std::string> next_attempt_of(const RunLedger& ledger, JobIndex job) {
  std::vector<std::string> taken;
  for (const auto& run : ledger.job(job).runs) {
    TRY_ASSIGN(const auto names, attempt_names(ledger.directory(), run));
    taken.insert(taken.end(), names.begin(), names.end());
  }
  return next_attempt(taken);
}

Result<Attempts> next_attempts(const RunLedger& ledger, const std::vector<JobIndex>& jobs) {
  Attempts attempts;
  for (const auto job : jobs) {
    TRY_ASSIGN(attempts[job], next_attempt_of(ledger, job));
  }
  return attempts;
}

std::vector<std::string> excluded_nodes(const Sweep& sweep, JobIndex job) {
  auto nodes = sweep.ledger.failed_nodes(job);
  for (const auto& node : sweep.options.excluded_nodes)
    if (std::ranges::find(nodes, node) == nodes.end()) nodes.push_back(node);
  return nodes;
}

Submission submission_of_job(const Sweep& sweep, JobIndex job, const std::string& attempt) {
  const auto& ledger = sweep.ledger;
  return Submission{.name = ledger.submission_name(job, attempt),
                    .attempt = attempt,
                    .script = ledger.directory().job_script(ledger.job(job).id),
                    .runs = ledger.job(job).shared ? due_runs(sweep, job) : std::vector<std::string>(),
                    .excluded_nodes = excluded_nodes(sweep, job)};
}

/// `jobs` ask for the same.
Result<Submission> submission_of_array(const Sweep& sweep, const std::vector<JobIndex>& jobs,
                                       const Attempts& attempts, std::size_t most) {
  const auto& ledger = sweep.ledger;
  Submission array;
  for (const auto job : jobs) {
    auto one = submission_of_job(sweep, job, attempts.at(job));
    array.tasks.push_back({std::move(one.script), std::move(one.attempt)});
  }
  TRY_ASSIGN(const auto number, make_array_folder(ledger.directory()));
  const auto& rung = ledger.record(ledger.job(jobs.front()).runs.front()).run.rung.name;
  array.name = submission_name(ledger.sweep_id(), rung, "array" + number);
  array.script = ledger.directory().array_script(number);
  if (jobs.size() > most) array.most_at_a_time = most;
  TRY_ASSIGN(array.directives, array_directives(ledger, jobs.front(), array.name));
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
        .event = event, .job = sweep.ledger.job(batch.jobs[i]).id, .attempt = attempt_of(batch, i)};
    fill(entry, i);
    entries.emplace_back(std::move(entry));
    TRY(advance(sweep, batch.jobs[i], event));
  }
  return sweep.ledger.record_all(entries);
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
  if (is_array(batch.submission) && is_uncertain) {
    sweep.uncertain_array = batch;
    sweep.uncertain_array->may_be_there = true;
  }
  if (is_array(batch.submission) && !is_uncertain)
    sweep.largest_array = std::max<std::size_t>(1, batch.jobs.size() / 2);
  return advance_batch(sweep, batch, is_uncertain ? JobEvent::unanswered : JobEvent::deferred,
                       [](JobEntry&, std::size_t) {});
}

// A refused submission is not looked for under its name by the next command, unless an earlier try may have
// succeeded.
Result<void> record_refusal(Sweep& sweep, const SubmissionBatch& batch) {
  if (batch.may_be_there) return {};
  return advance_batch(sweep, batch, JobEvent::deferred, [](JobEntry&, std::size_t) {});
}

// Each submission of a run but its first, as far as this call knows of one.
void tell_of_other_tries(Sweep& sweep, const SubmissionBatch& batch, const SubmissionAnswer& answer) {
  for (std::size_t i = 0; i < batch.jobs.size(); ++i) {
    Notice again{.kind = Notice::Kind::submitted_again, .id = id_of(batch, i, answer.id)};
    for (const auto& record : sweep.ledger.records_of(batch.jobs[i]))
      if (has_failed(record)) again.reason = describe(*record.outcome);
    if (const auto known = sweep.why_again.extract(batch.jobs[i])) again.reason = known.mapped();
    if (!answer.reason.empty()) again.reason = answer.reason;
    if (!again.reason.empty()) tell(sweep, batch.jobs[i], std::move(again));
  }
}

Result<void> send(Sweep& sweep, const SubmissionBatch& batch) {
  for (const auto job : batch.jobs) ++sweep.submissions[job];
  const auto answer = sweep.scheduler.submit(batch.submission);
  if (!answer) {
    TRY(record_refusal(sweep, batch));
    return tl::make_unexpected(answer.error());
  }
  sweep.scheduler_takes_more = answer->kind == SubmissionAnswer::Kind::accepted;
  sweep.scheduler_answers = answer->kind != SubmissionAnswer::Kind::uncertain;
  sweep.why_pending = sweep.scheduler_takes_more ? "" : answer->reason;
  if (!sweep.scheduler_takes_more) return put_back(sweep, batch, !sweep.scheduler_answers);
  TRY(follow_batch(sweep, batch, answer->id));
  tell_of_other_tries(sweep, batch, *answer);
  if (sweep.traits.keeps_jobs)
    sweep.observer.report(progress_of(sweep));  // many may be submitted before the next poll
  return {};
}

// A script that was killed leaves its ranks behind, and they would disturb what is measured next.
Result<void> cancel_orphans(Sweep& sweep, JobIndex job) {
  const auto& ledger = sweep.ledger;
  for (const auto& record : ledger.records_of(job)) {
    if (!record.outcome || !policy_of(*record.outcome).leaves_orphans) continue;
    TRY_ASSIGN(const auto started, claimant_of(ledger.directory(), ledger.job(job), record.attempt));
    if (!started) continue;
    const auto id = sweep.scheduler.adopt(ledger.submission_name(job, record.attempt), *started);
    if (!is_followed(sweep, id)) TRY(cancel_if_alive(sweep, id));
  }
  return {};
}

/// The next job, and if arrays are wanted those that ask for the same: all of them if Slurm itself is to keep
/// to the limit, which is lower than the tasks that an array may have; else those that there is room for.
std::vector<JobIndex> next_jobs(Sweep& sweep, std::size_t most) {
  const auto first = sweep.pending.front();
  std::vector<JobIndex> jobs{first};
  if (!may_join_array(sweep, first)) return jobs;
  const bool is_whole = sweep.trials.empty() && most < sweep.largest_array;
  const auto largest =
      is_whole ? sweep.largest_array : std::min(most - sweep.active.size(), sweep.largest_array);
  for (const auto job : sweep.pending)
    if (job != first && jobs.size() < largest && asks_for_the_same(sweep.ledger, job, first) &&
        may_join_array(sweep, job))
      jobs.push_back(job);
  return jobs;
}

// Reads the files once more: much may have happened since this job became pending.
Result<bool> is_still_due(Sweep& sweep, JobIndex job) {
  TRY(sweep.ledger.refresh(job));
  if (const auto running = sweep.ledger.running(job)) {
    TRY(follow_claimant(sweep, job, running->attempt));
    return false;
  }
  TRY(persist(sweep, {job}));
  if (is_due(sweep, job) && !failed_in_first_round(sweep, job)) return true;
  if (is_due(sweep, job)) sweep.held_back.push_back(sweep.ledger.job(job).runs.front());
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

Result<bool> submit_next(Sweep& sweep, std::size_t most) {
  TRY(sweep.lock.keep());
  if (sweep.uncertain_array) return resubmit_uncertain_array(sweep).map([] { return true; });
  const auto taken = next_jobs(sweep, most);
  if (!sweep.active.empty() && sweep.active.size() + taken.size() > most) return false;
  auto next = taken.begin();  // in the order of those that are pending
  std::erase_if(sweep.pending,
                [&](JobIndex job) { return next != taken.end() && job == *next && (++next, true); });
  // Named before the files are read: if a script of a killed tool claims its attempt after that, this
  // submission has the same name, and the claim works once.
  TRY_ASSIGN(const auto attempts, next_attempts(sweep.ledger, taken));
  TRY_ASSIGN(auto jobs, still_due(sweep, taken));
  if (jobs.empty()) return true;
  TRY(check_directory_not_moved(sweep.ledger.directory(), sweep.ledger.plan()));
  for (const auto job : jobs) TRY(cancel_orphans(sweep, job));
  TRY_ASSIGN(auto submission, jobs.size() > 1
                                  ? submission_of_array(sweep, jobs, attempts, most)
                                  : submission_of_job(sweep, jobs.front(), attempts.at(jobs.front())));
  const bool may_be_there = sweep.phases[jobs.front()] == JobPhase::uncertain;
  const SubmissionBatch batch{std::move(jobs), std::move(submission), may_be_there};
  TRY(record_intent(sweep, batch));
  TRY(send(sweep, batch));
  return true;
}

Result<void> follow_claimant(Sweep& sweep, JobIndex job, const std::string& attempt) {
  const auto& ledger = sweep.ledger;
  TRY_ASSIGN(const auto started, claimant_of(ledger.directory(), ledger.job(job), attempt));
  const auto id = sweep.scheduler.adopt(ledger.submission_name(job, attempt), *started);
  sweep.active.push_back({.job = job, .attempt = attempt, .id = id, .adopted = true, .begun = started->time});
  return advance(sweep, job, JobEvent::adopted);
}

}  // namespace scalegen
