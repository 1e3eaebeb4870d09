#include "runner/progress_of.hpp"

#include <algorithm>

#include "runner/due.hpp"

namespace scalegen {
namespace {

void add(const ActiveJob& active, Progress& progress) {
  if (!is_queued(active)) {
    ++progress.jobs_running;
    return;
  }
  if (progress.jobs_queued++ == 0) progress.queue_reason = active.status.reason;
}

// Of several runs that share a job, some have ended before it.
std::size_t open_runs_of(JobIndex index, const Campaign& campaign) {
  const auto& job = campaign.job(index);
  if (!job.shared) return job.runs.size();
  const auto records = campaign.records_of(index);
  return static_cast<std::size_t>(std::count_if(records.begin(), records.end(), [](const RunRecord& record) {
    return !record.is_concluded || is_worth_another_attempt(*record.outcome);
  }));
}

}  // namespace

Progress progress_of(const std::vector<ActiveJob>& active, const std::deque<JobIndex>& to_begin,
                     const Campaign& campaign, std::chrono::system_clock::time_point now) {
  std::size_t open = 0;
  for (const auto job : to_begin) open += open_runs_of(job, campaign);
  for (const auto& job : active) open += open_runs_of(job.job, campaign);
  Progress progress{.runs_done = campaign.records().size() - open,
                    .runs_total = campaign.records().size(),
                    .jobs_to_begin = to_begin.size()};
  for (const auto& job : active) add(job, progress);
  const auto current = std::find_if_not(active.begin(), active.end(), is_queued);
  if (current == active.end()) return progress;
  progress.current_job = campaign.job(current->job).id;
  progress.adopted = current->adopted;
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - current->begun);
  return progress;
}

}  // namespace scalegen
