#pragma once
#include <string>

#include "core/event_log.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Under which a run was measured: as asked for in the plan; what the trainer says of itself goes over it.
Settings measured_conditions(const Run& run, const TrainerLog& log);

/// Why a run is not the one that its rung's name says: it ran on another number of ranks, or on CPUs for
/// want of a GPU. Empty where it is, or where the trainer does not say.
std::string rung_mismatch(const Run& run, const TrainerLog& log);

}  // namespace scalegen
