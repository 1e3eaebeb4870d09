#include "runner/progress_of.hpp"

#include <algorithm>

namespace scalegen {
namespace {

void add(const ActiveJob& active, Progress& progress) {
  if (!is_queued(active)) {
    ++progress.jobs_running;
    return;
  }
  if (progress.jobs_queued++ == 0) progress.queue_reason = active.status.reason;
}

}  // namespace

Progress progress_of(const std::vector<ActiveJob>& active, const Campaign& campaign,
                     std::size_t jobs_to_begin, std::chrono::system_clock::time_point now) {
  Progress progress{.jobs_done = campaign.job_count() - jobs_to_begin - active.size(),
                    .jobs_total = campaign.job_count(),
                    .jobs_to_begin = jobs_to_begin};
  for (const auto& job : active) add(job, progress);
  const auto current = std::find_if_not(active.begin(), active.end(), is_queued);
  if (current == active.end()) return progress;
  progress.current_job = campaign.job(current->job).id;
  progress.adopted = current->adopted;
  progress.elapsed = std::chrono::duration_cast<std::chrono::milliseconds>(now - current->begun);
  return progress;
}

}  // namespace scalegen
