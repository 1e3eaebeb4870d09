#pragma once
#include <chrono>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/run_record.hpp"
#include "runner/campaign.hpp"

namespace scalegen {

/// How long a sweep may still take, its runs one after the other: each as long as the mean of those of its
/// rung that completed, or of all that did where its rung has none.
class RemainingTime {
 public:
  void expect(const std::string& rung) { ++rungs_[rung].to_do; }
  void drop(const std::string& rung) { --rungs_[rung].to_do; }

  /// Of a run that has not completed it learns nothing.
  void learn(const RunRecord& record);

  /// Nothing as long as no run has completed.
  [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const;

 private:
  struct Seen {
    std::chrono::milliseconds time{};
    int count = 0;
    int to_do = 0;
  };
  std::map<std::string, Seen> rungs_{};
  Seen all_{};
};

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

/// Where a sweep stands, for people.
struct Progress {
  std::size_t runs_done = 0;  // nothing is left to do for them in this call
  std::size_t runs_total = 0;
  std::size_t jobs_running = 0;
  std::size_t jobs_queued = 0;          // with the scheduler, not begun
  std::size_t jobs_to_begin = 0;        // the scheduler has not got them yet
  std::string queue_reason{};           // why the first of those queued waits, in the scheduler's word
  bool answers = true;                  // the scheduler
  std::string current_job{};            // that is being waited for; empty between two
  bool adopted = false;                 // someone else started it
  std::chrono::milliseconds elapsed{};  // of the current one
  std::optional<std::chrono::milliseconds>
      remaining{};                   // of the sweep, where jobs run one after the other and one has completed
  std::optional<RunRecord> ended{};  // a run that has just ended: the reason for this report
  bool operator==(const Progress&) const = default;
};

/// As the jobs stand now; what is left of the time, and what has just ended, is for the caller to add.
Progress progress_of(const std::vector<ActiveJob>& active, const std::deque<JobIndex>& to_begin,
                     const Campaign& campaign, std::chrono::system_clock::time_point now);

}  // namespace scalegen
