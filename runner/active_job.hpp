#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "runner/campaign.hpp"

namespace scalegen {

/// A job that the scheduler has, or that someone else started.
struct ActiveJob {
  JobIndex job = 0;
  std::string attempt{};
  std::string id{};  // the scheduler's
  bool adopted = false;
  std::chrono::system_clock::time_point begun{};
  JobStatus status{};                                               // at the last look
  std::optional<std::chrono::system_clock::time_point> ended_at{};  // when the scheduler first said so
};

inline bool is_queued(const ActiveJob& active) { return active.status.state == JobState::waiting; }

enum class JobTurn {
  goes_on,
  ended,           // its runs have verdicts
  ended_unclaimed  // its script ended before it began its runs
};

/// What the scheduler says of a job is first of all a reason to look at its files: together they tell whether
/// it is still to be waited for. What the scheduler alone knows of its end goes into the runs' outcomes.
Result<JobTurn> take_turn(ActiveJob& active, const JobStatus& status, Campaign& campaign,
                          Scheduler& scheduler, Clock& clock);

}  // namespace scalegen
