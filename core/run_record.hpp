#pragma once
#include <chrono>
#include <optional>
#include <string>

#include "core/outcome.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// A run of the plan and its last attempt. Without an attempt it has not started; with an attempt but without
/// an outcome it is running.
struct RunRecord {
  Run run{};
  std::string attempt{};  // name of the folder of the last attempt
  std::optional<Outcome> outcome{};
  std::optional<std::chrono::milliseconds>
      elapsed{};              // from its first to its last line, if both were written
  bool is_persisted = false;  // outcome.json holds the outcome: it will not change any more
  bool operator==(const RunRecord&) const = default;
};

inline bool is_running(const RunRecord& record) { return !record.attempt.empty() && !record.outcome; }
inline bool has_completed(const RunRecord& record) { return record.outcome && is_completed(*record.outcome); }
/// By a person: no failure, but not measured.
inline bool was_cancelled(const RunRecord& record) {
  return record.outcome && std::holds_alternative<Cancelled>(*record.outcome);
}
inline bool has_failed(const RunRecord& record) { return record.outcome && !is_completed(*record.outcome); }

}  // namespace scalegen
