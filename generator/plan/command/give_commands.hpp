#pragma once
#include <string>
#include <vector>

#include "generator/plan/combinations.hpp"
#include "generator/plan/command/train_command.hpp"

namespace scalegen {

/// How often a sweep's program is started: what it is says so, else the launcher. Reports a program that the
/// launcher cannot start.
Start choose_start(const SweepFile& sweep, const Launcher& site, Diagnostics& errors);

/// Fills in the commands of a workload of scalegen-train.
void give_train_commands(const TrainProgram& program, const Workload& workload, const PlanHead& head,
                         std::vector<Combination>& combinations);

/// Fills in the commands of a program of one's own. Reports what cannot be meant, and values that no command
/// can hold; each once, with its place.
void give_own_commands(const SweepFile& sweep, std::vector<Combination>& combinations, Diagnostics& errors,
                       Diagnostics& warnings);

}  // namespace scalegen
