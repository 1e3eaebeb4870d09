#pragma once
#include <optional>
#include <string>
#include <vector>

#include "analysis/measurement/window.hpp"
#include "core/event_log.hpp"

namespace scalegen {

/// The phases of a step of a run: means over its measured window.
struct StepPhases {
  PhaseSeconds per_step{};            // mean over the ranks if they are all known, else rank 0's
  std::optional<double> imbalance{};  // seconds a step that ranks wait for the slowest; not in per_step
  std::vector<RankSummary> ranks{};   // all of them, by rank, or none
  std::vector<CollectiveProbe> probes{};
  std::vector<std::string> refused{};  // what the trainer wrote and cannot be true
  bool operator==(const StepPhases&) const = default;
};

/// The phases, ranks and probes in a log. Whatever cannot be true is left out and named in `refused`.
///
/// A step takes each rank equally long, since ranks wait for each other: T = w_r + c_r, its own work and its
/// exposed communication. The slowest rank waits for nobody, so that the least c_r is the communication
/// itself, and the mean of the others' excess over it is imbalance: mean(c_r) - min(c_r) = max(w_r) -
/// mean(w_r). Sums over a run know only who is slow most of the time; scatter from step to step stays in the
/// communication.
StepPhases step_phases(const TrainerLog& log, const MeasuredWindow& window);

/// The seconds of a step that a rank is busy itself. nullopt if its communication is unknown.
std::optional<double> own_seconds_per_step(const RankSummary& rank);

}  // namespace scalegen
