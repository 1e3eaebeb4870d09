// What becomes of jobs that have ended: a verdict, or another attempt.
#include <fmt/format.h>

#include <algorithm>

#include "runner/due.hpp"
#include "runner/leftovers.hpp"
#include "runner/sweep_loop.hpp"

namespace scalegen {

Result<bool> SweepLoop::settle_ended() {
  std::vector<std::string> ids;
  for (const auto& active : active_) ids.push_back(active.id);
  const auto statuses = scheduler_->query(ids);
  if (!statuses) return tl::make_unexpected(statuses.error());
  std::size_t still_active = 0;
  for (const auto& status : *statuses) {
    answers_ = answers_ && (status.state != JobState::unknown || !scheduler_->outlives_the_tool());
    const auto turn = take_turn(active_[still_active], status, *campaign_, *scheduler_, *clock_);
    if (!turn) return tl::make_unexpected(turn.error());
    if (*turn == JobTurn::goes_on) {
      if (auto written = write_down_ended_runs(active_[still_active]); !written)
        return tl::make_unexpected(written.error());
      ++still_active;
      continue;
    }
    const auto ended = active_[still_active];
    active_.erase(active_.begin() + static_cast<std::ptrdiff_t>(still_active));
    const auto settled = *turn == JobTurn::ended ? finish_or_repeat(ended) : settle_unclaimed(ended, status);
    if (!settled) return tl::make_unexpected(settled.error());
  }
  return still_active < statuses->size();
}

// A job that a person cancelled in the queue is not handed over again by this call.
Result<void> SweepLoop::settle_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (auto written = campaign_->write_unclaimed(active.job, active.attempt); !written) return written;
  const bool was_cancelled =
      status.cancelled_in_queue || (status.bad_end && std::holds_alternative<Cancelled>(*status.bad_end));
  if (!was_cancelled) return repeat_unclaimed(active, status);
  forget(active.job);
  return {};
}

// Where it goes first, so that those who are told of the end are told the right count.
Result<void> SweepLoop::finish_or_repeat(const ActiveJob& active) {
  const auto job = active.job;
  const auto records = campaign_->records_of(job);
  for (const auto& record : records) estimate_.learn(record);
  if (!std::all_of(records.begin(), records.end(), [](const auto& record) { return record.outcome; }))
    if (auto written = campaign_->write_unclaimed(job, active.attempt); !written) return written;
  if (wants_another_attempt(records, active.attempt, active.status) && may_try_again(job))
    waiting_.push_front(job);
  else
    forget(job);
  return write_down(job);
}

Result<void> SweepLoop::repeat_unclaimed(const ActiveJob& active, const JobStatus& status) {
  if (auto cleared = clear_away(active.id, *scheduler_); !cleared) return cleared;
  if (may_try_again(active.job)) {
    waiting_.push_front(active.job);
    return {};
  }
  const auto& name = campaign_->job(active.job).id;
  auto how = status.exit_status ? fmt::format("ended with status {}", *status.exit_status) : "ended";
  if (status.bad_end) how = fmt::format("ended ({})", describe(*status.bad_end));
  return failure(fmt::format("the script of job '{}' {} before it began its run", name, how),
                 "mend what it complains of, then give the same command again: it continues",
                 status.last_line.empty() ? std::vector<std::string>() : std::vector{status.last_line});
}

}  // namespace scalegen
