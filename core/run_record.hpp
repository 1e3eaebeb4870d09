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
      elapsed{};  // from its first line to its last, where both were written
  bool operator==(const RunRecord&) const = default;
};

}  // namespace scalegen
