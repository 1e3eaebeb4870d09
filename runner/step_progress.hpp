#pragma once
#include <optional>

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// How far a run is, and the time that its training takes from there on; without what is not known.
struct StepProgress {
  std::int64_t step = 0;
  std::optional<std::int64_t> steps{};
  std::optional<std::chrono::seconds> left{};
  bool operator==(const StepProgress&) const = default;
};

/// The progress of a running attempt by its step lines and its settings. Returns nullopt without step lines.
std::optional<StepProgress> progress_now(const Run& run, const AttemptFolder& attempt);

/// The progress of an attempt of a run, and the time that all of it would take if that is more than its
/// limit. Returns nullopt if the attempt has no step lines that can be read.
std::optional<StepsReached> progress_at_timeout(const Run& run, const AttemptFolder& attempt);

/// An outcome with what the plan and the files add, for whoever must ask for more: how far the run got in its
/// time, what memory it asked for. What the outcome already says stays.
Outcome with_details(Outcome outcome, const Run& run, const AttemptFolder& attempt);

}  // namespace scalegen
