#include "runner/run_status.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/files.hpp"
#include "core/try.hpp"
#include "runner/campaign.hpp"
#include "runner/journal.hpp"
#include "runner/outcome_of_attempt.hpp"
#include "runner/run_lock.hpp"
#include "runner/submissions.hpp"

namespace scalegen {

namespace {

/// What an earlier or another tool wrote down of the jobs.
struct Past {
  std::string campaign{};
  PastSubmissions submissions{};
};

// What has completed is with no scheduler, whatever was handed over: then only the journal's head is read.
Result<Past> past_of(const RunDirectory& directory, const std::optional<std::string>& journal,
                     const std::vector<RunRecord>& records) {
  if (!journal) return Past{};
  TRY_ASSIGN(auto campaign, campaign_of(directory.journal(), *journal));
  const bool all_completed = std::all_of(records.begin(), records.end(), has_completed);
  return Past{std::move(campaign), all_completed ? PastSubmissions{} : open_submissions(*journal)};
}

using JobOfRun = std::map<std::string, std::string>;

JobOfRun job_of_each_run(const Plan& plan) {
  JobOfRun job_of;
  for (const auto& job : plan.jobs)
    for (const auto& run : job.runs) job_of[run] = job.id;
  return job_of;
}

/// The scheduler's word for the job that a run began in, which its script wrote down.
Result<std::string> id_by_script(const RunRecord& record, const std::string& job, const Past& past,
                                 const RunDirectory& directory, Scheduler& scheduler) {
  TRY_ASSIGN(const auto started, read_started(directory.attempt(record.run.id, record.attempt)));
  return started ? scheduler.adopt(submission_name(past.campaign, job, record.attempt), *started) : "";
}

/// The same for the job that a run is in or waits in: its script wrote it down, or who handed it over.
Result<std::string> id_of(const RunRecord& record, const std::string& job, const Past& past,
                          const RunDirectory& directory, Scheduler& scheduler) {
  if (is_running(record)) return id_by_script(record, job, past, directory, scheduler);
  const auto submission = past.submissions.find(job);
  return submission == past.submissions.end() || has_completed(record) ? "" : *submission->second.id;
}

/// Whether its files say that it ended badly, and nobody has asked the scheduler yet.
bool ended_badly_unseen(const Standing& standing) {
  return standing.id.empty() && has_failed(standing.record) && !standing.record.is_concluded;
}

Result<void> ask(Scheduler& scheduler, std::vector<Standing>& all) {
  std::vector<std::string> ids;
  for (const auto& standing : all)
    if (!standing.id.empty()) ids.push_back(standing.id);
  if (ids.empty()) return {};
  TRY_ASSIGN(const auto statuses, scheduler.query(ids));
  auto next = statuses.begin();
  for (auto& standing : all)
    if (!standing.id.empty()) standing.status = *next++;
  return {};
}

/// What ended badly is with the scheduler again where its job waits: it was put back into the queue.
Result<void> look_for_put_back(const Past& past, const JobOfRun& job_of, const RunDirectory& directory,
                               Scheduler& scheduler, std::vector<Standing>& all) {
  if (!scheduler.outlives_the_tool()) return {};
  std::vector<Standing> ended;
  std::copy_if(all.begin(), all.end(), std::back_inserter(ended), ended_badly_unseen);
  for (auto& standing : ended) {
    TRY_ASSIGN(auto id,
               id_by_script(standing.record, job_of.at(standing.record.run.id), past, directory, scheduler));
    standing.id = std::move(id);
  }
  TRY(ask(scheduler, ended));
  auto next = ended.begin();
  for (auto& standing : all) {
    if (!ended_badly_unseen(standing)) continue;
    if (next->status.state == JobState::waiting) standing = *next;
    ++next;
  }
  return {};
}

/// Of what was handed over, what may still be there. Where a local tool has ended, its jobs have too.
Result<PastSubmissions> still_open(Past past, const std::vector<RunRecord>& records, const JobOfRun& job_of,
                                   Scheduler& scheduler) {
  if (!scheduler.outlives_the_tool() || past.submissions.empty()) return PastSubmissions{};
  std::map<std::string, std::vector<RunRecord>> records_of;  // by job
  for (const auto& record : records) records_of[job_of.at(record.run.id)].push_back(record);
  std::erase_if(past.submissions, [&](const auto& entry) {
    const auto found = records_of.find(entry.first);
    return found == records_of.end() || !is_open(entry.second, found->second);
  });
  return with_ids(std::move(past.submissions), past.campaign, scheduler);
}

}  // namespace

Result<std::vector<Standing>> standings(const RunDirectory& directory, const Plan& plan, Scheduler& scheduler,
                                        Clock& clock) {
  TRY_ASSIGN(const auto journal, read_file_if_there(directory.journal()));
  TRY_ASSIGN(auto records, outcomes(plan, directory, {.now = clock.now()}));
  TRY_ASSIGN(auto past, past_of(directory, journal, records));
  const auto job_of = job_of_each_run(plan);
  TRY_ASSIGN(auto open, still_open(past, records, job_of, scheduler));
  past.submissions = std::move(open);
  std::vector<Standing> all;
  for (auto& record : records) {
    TRY_ASSIGN(auto id, id_of(record, job_of.at(record.run.id), past, directory, scheduler));
    all.push_back({std::move(record), std::move(id), {}});
  }
  TRY(ask(scheduler, all));
  TRY(look_for_put_back(past, job_of, directory, scheduler, all));
  return all;
}

namespace {

bool is_cancelled(const RunRecord& record) {
  return is_running(record) || (record.outcome && std::holds_alternative<Cancelled>(*record.outcome));
}

Result<void> conclude_running(Campaign& campaign, JobIndex job, const std::set<std::string>& runs) {
  for (const auto& record : campaign.records_of(job)) {
    if (!runs.contains(record.run.id) || !is_cancelled(record)) continue;
    campaign.worsen(job, record.attempt, Cancelled{});
    TRY(campaign.conclude(job));
  }
  return {};
}

Result<void> conclude_queued(Campaign& campaign, JobIndex job, const std::set<std::string>& runs) {
  const auto attempt = campaign.open_attempt(job);
  const auto records = campaign.records_of(job);
  const bool was_cancelled = std::any_of(
      records.begin(), records.end(), [&](const RunRecord& record) { return runs.contains(record.run.id); });
  return attempt && was_cancelled ? campaign.write_unclaimed(job, *attempt) : Result<void>();
}

}  // namespace

Result<void> conclude_cancelled(const RunDirectory& directory, const Plan& plan,
                                const std::set<std::string>& runs, Clock& clock) {
  if (runs.empty()) return {};
  TRY(Lock::take(directory.lock(), clock));
  TRY_ASSIGN(auto journal, Journal::open(directory.journal(), clock));
  TRY_ASSIGN(auto campaign, Campaign::open(directory, plan, journal, clock));
  for (JobIndex job = 0; job < campaign.job_count(); ++job) {
    TRY(conclude_running(campaign, job, runs));
    TRY(conclude_queued(campaign, job, runs));
  }
  return {};
}

}  // namespace scalegen
