#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/json_fwd.hpp"

namespace scalegen {

// The end of a run. Only completed runs are measured.
struct Completed {
  bool operator==(const Completed&) const = default;
};
struct Failed {
  int exit_status = 0;   // as bash counts: 128 + n for signal n; -1: nobody knows
  std::string reason{};  // the program's own error message, if any
  bool operator==(const Failed&) const = default;
};
/// The progress of a run before its time limit, from its step lines.
struct StepsReached {
  std::int64_t step = 0;
  std::chrono::seconds time{};          // from the start of the run to the end of that step
  std::optional<std::int64_t> steps{};  // of how many, if known
  std::optional<std::chrono::seconds>
      needed{};  // estimated time for all steps, with a margin, in whole minutes
  bool operator==(const StepsReached&) const = default;
};
struct TimedOut {
  std::chrono::seconds limit{};                   // of the run, or if Slurm ended it that of its job
  std::optional<StepsReached> reached{};          // empty if the program wrote no step lines
  std::optional<std::chrono::seconds> after{};    // if Slurm ended it: how long its script ran
  std::optional<std::chrono::seconds> planned{};  // the plan's limit, if that of its job was shorter
  std::string held_by{};                          // what its script was at, if its command had not begun
  bool operator==(const TimedOut&) const = default;
};
struct OutOfMemory {
  std::optional<std::int64_t> asked_mib{};  // a node
  std::optional<std::int64_t> used_mib{};   // the largest of its tasks, as far as Slurm sampled it
  bool operator==(const OutOfMemory&) const = default;
};
struct NodeFailed {
  std::string node{};
  bool operator==(const NodeFailed&) const = default;
};
struct Preempted {
  bool operator==(const Preempted&) const = default;
};
/// By the scheduler, for a while: its figure has that time in it.
struct Suspended {
  std::chrono::seconds time{};  // 0: unknown
  bool operator==(const Suspended&) const = default;
};
struct Cancelled {
  bool operator==(const Cancelled&) const = default;
};
/// It started and is not running any more, but recorded no end.
struct Lost {
  std::string reason{};
  bool operator==(const Lost&) const = default;
};

using Outcome =
    std::variant<Completed, Failed, TimedOut, OutOfMemory, NodeFailed, Preempted, Cancelled, Lost, Suspended>;

inline bool is_completed(const Outcome& outcome) { return std::holds_alternative<Completed>(outcome); }

/// A short text for tables, with a remedy if one is known: "completed", "failed: exit status 7", "timed out
/// after 10 min at step 30 of 40; about 15 min would do (time_limit: 15m)".
std::string describe(const Outcome& outcome);

Json to_json(const Outcome& outcome);

/// Returns nullopt if this version does not know the outcome.
std::optional<Outcome> outcome_from_json(const Json& json);

}  // namespace scalegen
