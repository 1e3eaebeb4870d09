#pragma once
#include <chrono>
#include <map>
#include <optional>
#include <string>

#include "core/run_record.hpp"
#include "runner/job_id.hpp"

namespace scalegen {

/// The time that a sweep may still take, its runs one after the other: each as long as the mean of the
/// completed runs of its rung, or of all completed runs if its rung has none.
class RemainingTime {
 public:
  void expect(const std::string& rung) { ++rungs_[rung].to_do; }
  void drop(const std::string& rung) { --rungs_[rung].to_do; }

  /// Ignores a run that has not completed.
  void learn(const RunRecord& record);

  /// Returns nullopt until a run has completed.
  [[nodiscard]] std::optional<std::chrono::milliseconds> remaining() const;

 private:
  struct Observed {
    std::chrono::milliseconds time{};
    int count = 0;
    int to_do = 0;
  };
  std::map<std::string, Observed> rungs_{};
  Observed all_{};
};

inline constexpr int kTriesInACall = 3;  // of a job whose run is lost again and again

/// A message of a sweep under Slurm beside the ends of its runs, told once: why it waits, and what it submits
/// again.
struct Notice {
  enum class Kind { not_launched, waits_for_files, submitted_again, waits_in_queue };
  Kind kind = Kind::not_launched;
  std::string job{};
  JobId id{};
  int tries = 0;         // of the job in this call, this one among them; 0: an earlier call submitted it
  std::string reason{};  // in words; of waits_for_files how the job ended
  std::chrono::seconds at_most{};  // how long files are waited for
  bool operator==(const Notice&) const = default;
};

std::string describe(const Notice& notice);

/// The progress of a sweep, for people.
struct Progress {
  std::size_t runs_done = 0;  // nothing is left to do for them in this call
  std::size_t runs_total = 0;
  std::size_t jobs_running = 0;
  std::size_t jobs_queued = 0;              // with the scheduler, not started
  std::size_t jobs_pending = 0;             // not submitted yet
  std::size_t jobs_cancelled_in_queue = 0;  // by a person, while this call followed them
  std::string why_pending{};   // why they are not submitted now: a limit, in the scheduler's word or in ours
  std::string queue_reason{};  // why the first queued job waits, in the scheduler's word
  bool scheduler_answers = true;
  std::string scheduler_complaint{};    // if it does not: what it says instead
  std::string current_job{};            // the first that runs; empty if none does
  std::string current_attempt{};        // of it
  bool adopted = false;                 // someone else started it
  std::chrono::milliseconds elapsed{};  // of the current one
  std::optional<std::chrono::milliseconds>
      remaining{};                   // of the sweep, if jobs run one after the other and one has completed
  std::optional<RunRecord> ended{};  // a run that has just ended: the reason for this report
  std::optional<Notice> notice{};    // another reason
  bool operator==(const Progress&) const = default;
};

}  // namespace scalegen
