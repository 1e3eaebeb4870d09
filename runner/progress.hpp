#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "core/run_record.hpp"

namespace scalegen {

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

}  // namespace scalegen
