#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>

#include "core/json_fwd.hpp"

namespace scalegen {

// How a run ended. Only a completed one is measured.
struct Completed {
  bool operator==(const Completed&) const = default;
};
struct Failed {
  int exit_status = 0;   // as bash counts: 128 + n for signal n
  std::string reason{};  // the program's own last word, where there is one
  bool operator==(const Failed&) const = default;
};
/// How far a run got, by its step lines.
struct Reached {
  std::int64_t step = 0;
  std::chrono::seconds time{};                   // from its begin to the end of that step
  std::optional<std::int64_t> steps{};           // of how many, where that is known
  std::optional<std::chrono::seconds> needed{};  // for all of them at this rate, with some air: whole minutes
  bool operator==(const Reached&) const = default;
};
struct TimedOut {
  std::chrono::seconds limit{};
  std::optional<Reached> reached{};  // nothing where its program wrote no step lines
  bool operator==(const TimedOut&) const = default;
};
struct OutOfMemory {
  std::optional<std::int64_t> asked_mib{};  // of each node
  std::optional<std::int64_t> used_mib{};   // by the largest of its tasks, as far as anybody looked
  bool operator==(const OutOfMemory&) const = default;
};
struct NodeFailed {
  std::string node{};
  bool operator==(const NodeFailed&) const = default;
};
struct Preempted {
  bool operator==(const Preempted&) const = default;
};
struct Cancelled {
  bool operator==(const Cancelled&) const = default;
};
struct Lost {  // it began, and ended without leaving a word
  std::string reason{};
  bool operator==(const Lost&) const = default;
};

using Outcome =
    std::variant<Completed, Failed, TimedOut, OutOfMemory, NodeFailed, Preempted, Cancelled, Lost>;

inline bool is_completed(const Outcome& outcome) { return std::holds_alternative<Completed>(outcome); }

/// In a few words, for a table, with what can be done where that is known: "completed", "failed: exit status
/// 7", "timed out after 10 min at step 30 of 40; about 15 min would do (time_limit: 15m)".
std::string describe(const Outcome& outcome);

Json to_json(const Outcome& outcome);

/// Nothing where the text is not an outcome that this version knows.
std::optional<Outcome> outcome_from_json(const Json& json);

}  // namespace scalegen
