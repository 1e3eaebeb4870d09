#include "runner/slurm/job_tracker.hpp"

#include <algorithm>
#include <utility>

#include "core/directives.hpp"
#include "core/files.hpp"
#include "core/try.hpp"
#include "runner/failure/failure_reason.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/slurm_client.hpp"

namespace scalegen::slurm {

namespace {

// A longer number is a higher one. The tasks of an array share a name.
bool comes_before(const std::string& one, const std::string& other) {
  const auto a = number_of_array(one);
  const auto b = number_of_array(other);
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

bool counts_more(const QueuedJob& a, const QueuedJob& b) {
  const bool a_ended = kind_of(a.state) == StateKind::has_ended;
  const bool b_ended = kind_of(b.state) == StateKind::has_ended;
  return a_ended != b_ended ? b_ended : comes_before(a.number, b.number);
}

// A job that was cancelled in the queue leaves its name to the next one of its attempt.
bool never_began(const QueuedJob& job) {
  return kind_of(job.state) == StateKind::has_ended && job.nodes.empty();
}

bool never_began(const AccountedJob& job) {
  const auto& last = job.starts.back();
  return kind_of(last.state) == StateKind::has_ended && last.nodes.empty();
}

template <class Job, class Order>
std::optional<std::string> first_of_name(const std::string& name, const std::vector<Job>& jobs,
                                         Order before) {
  const Job* first = nullptr;
  for (const auto& job : jobs)
    if (job.name == name && !never_began(job) && (first == nullptr || before(job, *first))) first = &job;
  return first == nullptr ? std::nullopt : std::optional(number_of_array(first->number));
}

std::vector<std::optional<std::string>> numbers_of_names(const std::vector<std::string>& names,
                                                         const std::vector<QueuedJob>& queued,
                                                         const std::vector<AccountedJob>& accounted) {
  std::vector<std::optional<std::string>> numbers;
  for (const auto& name : names) numbers.push_back(number_of_name(name, queued, accounted));
  return numbers;
}

/// Returns nullopt if the cluster does not answer.
Result<std::optional<std::vector<std::optional<std::string>>>> find_in_cluster(
    const JobsOf& whose, const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto answer, query_queue_by_name(names, whose));
  const auto& queued = answer.jobs;
  if (!queued) return std::nullopt;
  auto numbers = numbers_of_names(names, *queued, {});
  if (std::ranges::all_of(numbers, [](const auto& number) { return number.has_value(); })) return numbers;
  return numbers_of_names(names, *queued, query_accounting_by_name(names, whose).jobs);
}

template <class Job>
std::optional<Job> job_of(const std::string& number, const std::vector<Job>& jobs) {
  const auto job = std::ranges::find(jobs, number, &Job::number);
  return job == jobs.end() ? std::nullopt : std::optional(*job);
}

std::vector<std::string> without_the_living(const std::vector<std::string>& numbers,
                                            const std::vector<QueuedJob>& queued) {
  std::vector<std::string> others;
  for (const auto& number : numbers)
    if (!is_alive(job_of(number, queued))) others.push_back(number);
  return others;
}

bool lists_others_of(const std::string& number, const std::vector<QueuedJob>& queued) {
  return is_task(number) && std::ranges::any_of(queued, [&](const QueuedJob& job) {
           return job.number != number && number_of_array(job.number) == number_of_array(number);
         });
}

std::string nodes_of(const JobObservation& observation) {
  return observation.queued ? observation.queued->nodes : observation.accounted->starts.back().nodes;
}

// A site may add something to a name, and those of scalegen 0.2 may have commas.
template <class Listed>
bool has_other_name(const std::optional<Listed>& listed, const std::string& name) {
  return listed && job_name_of(listed->name).find(job_name_of(name)) == std::string::npos;
}

JobPlace place_of(const JobObservation& seen) {
  const auto& job = seen.queued;
  if (job && kind_of(job->state) == StateKind::is_active)
    return {.nodes = job->nodes, .suspended = is_suspended(job->state)};
  if (job && kind_of(job->state) == StateKind::waits) return {.expected_start = job->start};
  if (!job && !seen.accounted) return {};
  const auto& state = job ? job->state : seen.accounted->starts.back().state;
  if (kind_of(state) != StateKind::has_ended) return {};
  return {.nodes = nodes_of(seen), .end = std::string(state_word(state))};
}

/// The nodes of a list (n[1-2]) that are down now, with commas between: Slurm does not say which node of a
/// job failed. Empty if none is down any more, or sinfo fails.
std::string nodes_down_among(const std::string& nodes, const std::string& cluster) {
  const auto answer = run_client(
      {"sinfo", "--noheader", "--Node", "--states=down,fail,no_respond", "--format=%N", "--nodes=" + nodes},
      cluster);
  if (!answer || answer->exit_status != 0) return "";
  const auto lines = lines_of(answer->out);  // a node has a line for each of its partitions
  const std::set<std::string> names(lines.begin(), lines.end());
  return comma_separated({names.begin(), names.end()});
}

}  // namespace

std::optional<std::string> number_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                          const std::vector<AccountedJob>& accounted) {
  if (auto number = first_of_name(name, queued, counts_more)) return number;
  return first_of_name(name, accounted, [](const AccountedJob& a, const AccountedJob& b) {
    return comes_before(a.number, b.number);
  });
}

Result<std::optional<FoundIds>> find_by_name(const std::vector<std::string>& names,
                                             const std::vector<std::string>& clusters, uid_t user) {
  FoundIds all(names.size());
  for (const auto& cluster : clusters) {
    TRY_ASSIGN(const auto numbers, find_in_cluster({cluster, user}, names));
    if (!numbers) return std::nullopt;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto& number = (*numbers)[i]; number && !all[i]) all[i] = JobId{*number, cluster};
  }
  return all;
}

Result<bool> JobTracker::poll(const std::vector<JobId>& ids) {
  std::vector<JobId> open;
  for (const auto& id : ids)
    if (status(id).state != JobState::ended) open.push_back(id);
  changed_ = false;
  for (const auto& [cluster, numbers] : numbers_by_cluster(open)) TRY(poll_cluster(cluster, numbers));
  return changed_;
}

Result<void> JobTracker::poll_cluster(const std::string& cluster, const std::vector<std::string>& numbers) {
  TRY_ASSIGN(const auto answer, query_queue(numbers, {cluster, user_}));
  const auto& queued = answer.jobs;
  if (!queued) {
    for (const auto& number : numbers) mark_unreachable({number, cluster}, answer.complaint);
    return {};
  }
  const auto accounts = query_accounts(without_the_living(numbers, *queued), cluster);
  for (const auto& number : numbers)
    update({number, cluster}, {.queued = job_of(number, *queued),
                               .accounted = job_of(number, accounts.jobs),
                               .accounting = accounts.accounting,
                               .array_is_listed = lists_others_of(number, *queued)});
  return {};
}

AccountingAnswer JobTracker::query_accounts(const std::vector<std::string>& numbers,
                                            const std::string& cluster) {
  if (numbers.empty() || without_accounts_.contains(cluster)) return {};
  auto answer = query_accounting(numbers, {cluster, user_});
  if (answer.accounting == Accounting::none) without_accounts_.insert(cluster);
  return answer;
}

void JobTracker::update(const JobId& id, JobObservation observation) {
  auto& job = jobs_[id];
  if (has_other_name(observation.queued, job.name)) observation.queued = {};
  if (has_other_name(observation.accounted, job.name)) observation.accounted = {};
  job.place = place_of(observation);
  if (is_alive(observation.queued)) {
    job.absence = {};
  } else {
    const auto now = clock_->now();
    changed_ |= !job.absence;
    if (!job.absence) job.absence = Absence{.since = now};
    auto& absence = *job.absence;
    absence.array_was_listed |= observation.array_is_listed;
    observation.since_alive = std::chrono::duration_cast<std::chrono::milliseconds>(now - absence.since);
    observation.array_is_listed = absence.array_was_listed;
  }
  set(job, with_details(merge_squeue_and_sacct(observation), id, observation));
}

// An observation from before an outage says nothing of what happened during it. Other words of squeue are no
// change after which to ask sooner.
void JobTracker::mark_unreachable(const JobId& id, const std::string& complaint) {
  auto& job = jobs_[id];
  job.absence = {};
  changed_ |= job.status.state != JobState::unknown;
  job.status = {.state = JobState::unknown, .complaint = complaint};
}

// Adds what neither the queue nor the accounts say of an end.
JobStatus JobTracker::with_details(JobStatus status, const JobId& id,
                                   const JobObservation& observation) const {
  if (status.state != JobState::ended) return status;
  if (status.abnormal_outcome == Outcome(NodeFailed{}))
    status.abnormal_outcome = NodeFailed{nodes_down_among(nodes_of(observation), id.cluster)};
  if (const auto& script = jobs_.at(id).script; !script.empty())
    status.last_line = last_line_of_script(script_output(script, id.number));
  return status;
}

void JobTracker::set(Job& job, JobStatus status) {
  changed_ |= job.status != status;
  job.status = std::move(status);
}

JobStatus JobTracker::status(const JobId& id) const {
  const auto job = jobs_.find(id);
  return job == jobs_.end() ? JobStatus{} : job->second.status;
}

JobPlace JobTracker::place(const JobId& id) const {
  const auto job = jobs_.find(id);
  return job == jobs_.end() ? JobPlace{} : job->second.place;
}

std::optional<JobId> JobTracker::id_of(const std::string& number) const {
  const auto known = std::ranges::find_if(jobs_, [&](const auto& job) { return job.first.number == number; });
  return known == jobs_.end() ? std::nullopt : std::optional(known->first);
}

}  // namespace scalegen::slurm
