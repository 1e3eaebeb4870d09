#pragma once
#include <string>

#include "analysis/measurement/placement.hpp"
#include "core/event_log.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Conditions of the run: planned values, overridden by what the trainer reported. The names of devices that
/// it does not report are those that the script recorded.
Settings measured_conditions(const Run& run, const TrainerLog& log, const Placement& placement);

/// Why a run was not the rung that its name says: it ran on another number of ranks, or on CPUs because it
/// had no GPU. Empty if it was, or if the trainer does not report it.
std::string rung_mismatch(const Run& run, const TrainerLog& log);

}  // namespace scalegen
