#include "runner/slurm/job_tracker.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/files.hpp"
#include "core/try.hpp"
#include "runner/slurm/job_id.hpp"
#include "runner/slurm/sacct.hpp"
#include "runner/slurm/sbatch.hpp"
#include "runner/slurm/slurm_client.hpp"
#include "runner/slurm/squeue.hpp"

namespace scalegen {

std::string nodes_down_among(const std::string& nodes, const std::string& cluster) {
  const auto answer = run_client(
      {"sinfo", "--noheader", "--Node", "--states=down,fail,no_respond", "--format=%N", "--nodes=" + nodes},
      cluster);
  if (!answer || answer->exit_status != 0) return "";
  const auto lines = lines_of(answer->out);  // a node has a line for each of its partitions
  const std::set<std::string> names(lines.begin(), lines.end());
  return comma_separated({names.begin(), names.end()});
}

namespace {

constexpr std::chrono::seconds kAccountsLag{15};  // seen: four seconds
constexpr std::chrono::seconds kForgotten{60};

// "None" until the controller has looked at it.
std::string waiting_reason(const QueuedJob& job) {
  if (job.state != "PENDING") return job.state;
  return job.reason == "None" ? "" : job.reason;
}

std::optional<JobStatus> status_of_living(const QueuedJob& job) {
  const auto kind = kind_of(job.state);
  if (kind == StateKind::is_active) return JobStatus{.state = JobState::active};
  if (kind != StateKind::waits) return std::nullopt;
  return JobStatus{.state = JobState::waiting, .reason = waiting_reason(job)};
}

bool has_ended(const std::optional<QueuedJob>& job) {
  return job && kind_of(job->state) == StateKind::has_ended;
}

bool has_ended(const std::optional<AccountedJob>& job) {
  return job && kind_of(job->starts.back().state) == StateKind::has_ended;
}

// In its first second an account may have no exit code yet, no time limit, or of several nodes not the one
// that failed.
bool is_written_down(const std::optional<AccountedJob>& job) {
  return has_ended(job) && job->starts.back().is_whole;
}

// Right after a job was requeued the accounts may still end with its start before.
bool agree(const QueuedJob& queued, const AccountedJob& accounted) {
  return state_word(queued.state) == state_word(accounted.starts.back().state);
}

JobStatus status_by_queue(const QueuedJob& job, const Sighting& s) {
  if (is_written_down(s.accounted) && agree(job, *s.accounted)) return end_of(*s.accounted);
  if (s.accounting != Accounting::none && s.since_alive < kAccountsLag)
    return {.state = JobState::active};  // its end is being written down
  return end_of(job);
}

// A task that is cancelled before it begins leaves the queue at once, and never comes into the accounts. That
// the queue lists others of its array says that it has forgotten nothing.
bool was_cancelled_in_queue(const Sighting& s) {
  return s.others_are_listed && !s.accounted && s.since_alive >= kAccountsLag;
}

JobStatus status_of_absent(const Sighting& s) {
  if (is_written_down(s.accounted)) return end_of(*s.accounted);
  if (was_cancelled_in_queue(s)) return {.state = JobState::ended, .cancelled_in_queue = true};
  if (s.since_alive < kForgotten) return {.state = JobState::unknown};
  return has_ended(s.accounted) ? end_of(*s.accounted) : JobStatus{.state = JobState::ended};
}

}  // namespace

bool is_alive(const std::optional<QueuedJob>& queued) { return queued && status_of_living(*queued); }

// A job with a word that is not known may live, whatever the accounts say of a start before.
JobStatus status_of(const Sighting& sighting) {
  if (!sighting.queued) return status_of_absent(sighting);
  if (auto living = status_of_living(*sighting.queued)) return *living;
  if (!has_ended(sighting.queued)) return {.state = JobState::unknown};
  return status_by_queue(*sighting.queued, sighting);
}

namespace {

// A longer number is a higher one. The tasks of an array have one name.
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

template <class Job, class Order>
std::optional<std::string> first_of_name(const std::string& name, const std::vector<Job>& jobs,
                                         Order before) {
  const Job* first = nullptr;
  for (const auto& job : jobs)
    if (job.name == name && (first == nullptr || before(job, *first))) first = &job;
  return first == nullptr ? std::nullopt : std::optional(number_of_array(first->number));
}

FoundIds ids_of_names(const std::vector<std::string>& names, const std::vector<QueuedJob>& queued,
                      const std::vector<AccountedJob>& accounted) {
  FoundIds ids;
  for (const auto& name : names) ids.push_back(id_of_name(name, queued, accounted));
  return ids;
}

/// Their numbers there.
Result<std::optional<FoundIds>> look_up_at(const std::string& cluster,
                                           const std::vector<std::string>& names) {
  TRY_ASSIGN(const auto queued, ask_queue_for_names(names, cluster));
  if (!queued) return std::nullopt;
  auto ids = ids_of_names(names, *queued, {});
  if (std::find(ids.begin(), ids.end(), std::nullopt) == ids.end()) return ids;
  return ids_of_names(names, *queued, ask_accounting_for_names(names, cluster).jobs);
}

}  // namespace

std::optional<std::string> id_of_name(const std::string& name, const std::vector<QueuedJob>& queued,
                                      const std::vector<AccountedJob>& accounted) {
  if (auto id = first_of_name(name, queued, counts_more)) return id;
  return first_of_name(name, accounted, [](const AccountedJob& a, const AccountedJob& b) {
    return comes_before(a.number, b.number);
  });
}

Result<std::optional<FoundIds>> look_up(const std::vector<std::string>& names,
                                        const std::vector<std::string>& clusters) {
  FoundIds all(names.size());
  for (const auto& cluster : clusters) {
    const auto found = look_up_at(cluster, names);
    if (!found || !*found) return found;
    for (std::size_t i = 0; i < names.size(); ++i)
      if (const auto& number = (**found)[i]; number && !all[i]) all[i] = to_string({*number, cluster});
  }
  return all;
}

namespace {

constexpr std::size_t kEnoughBytes = 4096;

template <class Job>
std::optional<Job> job_of(const std::string& number, const std::vector<Job>& jobs) {
  const auto job = std::find_if(jobs.begin(), jobs.end(),
                                [&](const Job& candidate) { return candidate.number == number; });
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
  return is_task(number) && std::any_of(queued.begin(), queued.end(), [&](const QueuedJob& job) {
           return job.number != number && number_of_array(job.number) == number_of_array(number);
         });
}

std::string nodes_of(const Sighting& sighting) {
  return sighting.queued ? sighting.queued->nodes : sighting.accounted->starts.back().nodes;
}

}  // namespace

Result<bool> Watch::look(const std::vector<std::string>& ids) {
  std::vector<std::string> open;
  for (const auto& id : ids)
    if (status(id).state != JobState::ended) open.push_back(id);
  changed_ = false;
  for (const auto& [cluster, numbers] : numbers_by_cluster(open)) TRY(look_at(cluster, numbers));
  return changed_;
}

Result<void> Watch::look_at(const std::string& cluster, const std::vector<std::string>& numbers) {
  TRY_ASSIGN(const auto queued, ask_queue(numbers, cluster));
  if (!queued) {
    for (const auto& number : numbers) miss({number, cluster});
    return {};
  }
  const auto accounts = ask_accounts(without_the_living(numbers, *queued), cluster);
  for (const auto& number : numbers)
    see({number, cluster}, {.queued = job_of(number, *queued),
                            .accounted = job_of(number, accounts.jobs),
                            .accounting = accounts.accounting,
                            .others_are_listed = lists_others_of(number, *queued)});
  return {};
}

AccountingAnswer Watch::ask_accounts(const std::vector<std::string>& numbers, const std::string& cluster) {
  if (numbers.empty() || without_accounts_.contains(cluster)) return {};
  auto answer = ask_accounting(numbers, cluster);
  if (answer.accounting == Accounting::none) without_accounts_.insert(cluster);
  return answer;
}

void Watch::see(const SlurmJobId& id, Sighting sighting) {
  auto& job = jobs_[to_string(id)];
  if (is_alive(sighting.queued)) {
    job.not_alive_since = {};
  } else {
    const auto now = clock_->now();
    changed_ |= !job.not_alive_since;
    job.not_alive_since = job.not_alive_since.value_or(now);
    sighting.since_alive = std::chrono::duration_cast<std::chrono::milliseconds>(now - *job.not_alive_since);
  }
  change(job, completed(status_of(sighting), id, sighting));
}

// What was seen before an outage says nothing of what happened in it.
void Watch::miss(const SlurmJobId& id) {
  auto& job = jobs_[to_string(id)];
  job.not_alive_since = {};
  change(job, {.state = JobState::unknown});
}

// With what neither the queue nor the accounts say of an end.
JobStatus Watch::completed(JobStatus status, const SlurmJobId& id, const Sighting& sighting) const {
  if (status.state != JobState::ended) return status;
  if (status.bad_end == Outcome(NodeFailed{}))
    status.bad_end = NodeFailed{nodes_down_among(nodes_of(sighting), id.cluster)};
  if (const auto& script = jobs_.at(to_string(id)).script; !script.empty())
    status.last_line =
        last_line_of_script(read_end(script_output(script, id.number), kEnoughBytes).value_or(""));
  return status;
}

void Watch::change(Job& job, JobStatus status) {
  changed_ |= job.status != status;
  job.status = std::move(status);
}

JobStatus Watch::status(const std::string& id) const {
  const auto job = jobs_.find(id);
  return job == jobs_.end() ? JobStatus{} : job->second.status;
}

bool Watch::has_jobs_in_flight() const {
  return std::any_of(jobs_.begin(), jobs_.end(),
                     [](const auto& job) { return job.second.status.state != JobState::ended; });
}

std::optional<std::string> Watch::id_of(const std::string& number) const {
  const auto known = std::find_if(jobs_.begin(), jobs_.end(), [&](const auto& job) {
    const auto id = parse_job_id(job.first);
    return id && id->number == number;
  });
  return known == jobs_.end() ? std::nullopt : std::optional(known->first);
}

}  // namespace scalegen
