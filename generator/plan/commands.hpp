#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// The begin of a line of bash that starts a rung's ranks with torchrun, run once on each node with
/// MASTER_ADDR and MASTER_PORT set: the first node's name, and a port there. `port` is what torchrun's own
/// meeting takes, as bash has it.
std::string torchrun_line(const Rung& rung, const std::string& port = "\"$MASTER_PORT\"");

/// How a workload of scalegen-train is started.
struct TrainProgram {
  std::string path{};
  std::string data{};  // for --data
  bool by_torchrun = false;
};

/// argv of one run: each rank's own, or of torchrun's, once a node.
std::vector<std::string> train_command(const TrainProgram& program, const Workload& workload,
                                       const Combination& combination, const PlanHead& head);

/// How often it is started.
Start start_of(OwnProgram::Kind kind);

/// argv of one run of a program of one's own, its placeholders replaced by `values`. A text is given to bash;
/// so is a list that wants the folder of its attempt, which is known only then. Reports values that a text of
/// bash cannot hold.
Result<std::vector<std::string>> own_command(const OwnProgram& program, const Rung& rung,
                                             const Settings& values);

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
