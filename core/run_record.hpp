#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "core/outcome.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// A run of the plan and what became of it. No attempt: it has not begun. An attempt, but no outcome: it is
/// running.
struct RunRecord {
  Run run{};
  std::string attempt{};  // the last one: the name of its folder
  std::optional<Outcome> outcome{};
  std::optional<std::chrono::milliseconds>
      elapsed{};              // from its first line to its last, where both were written
  bool is_concluded = false;  // the outcome stands in the run's file: nothing more will be asked about it
  bool operator==(const RunRecord&) const = default;
};

inline bool is_running(const RunRecord& record) { return !record.attempt.empty() && !record.outcome; }
inline bool has_completed(const RunRecord& record) { return record.outcome && is_completed(*record.outcome); }
inline bool has_failed(const RunRecord& record) { return record.outcome && !is_completed(*record.outcome); }

}  // namespace scalegen
