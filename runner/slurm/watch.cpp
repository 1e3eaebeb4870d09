#include "runner/slurm/watch.hpp"

#include <algorithm>
#include <utility>

#include "core/files.hpp"
#include "runner/slurm/failed_nodes.hpp"
#include "runner/slurm/script_output.hpp"

namespace scalegen {
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
  for (const auto& [cluster, numbers] : numbers_by_cluster(open))
    if (auto looked = look_at(cluster, numbers); !looked) return tl::make_unexpected(looked.error());
  return changed_;
}

Result<void> Watch::look_at(const std::string& cluster, const std::vector<std::string>& numbers) {
  const auto queued = ask_queue(numbers, cluster);
  if (!queued) return tl::make_unexpected(queued.error());
  if (!*queued) {
    for (const auto& number : numbers) miss({number, cluster});
    return {};
  }
  const auto accounts = ask_accounts(without_the_living(numbers, **queued), cluster);
  for (const auto& number : numbers)
    see({number, cluster}, {.queued = job_of(number, **queued),
                            .accounted = job_of(number, accounts.jobs),
                            .accounting = accounts.accounting,
                            .others_are_listed = lists_others_of(number, **queued)});
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
