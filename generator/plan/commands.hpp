#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"
#include "generator/plan/sibling_paths.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// Chooses how often a sweep's program is started: its key says so, else the launcher. Reports a program that
/// the launcher cannot start.
Start choose_start(const SweepFile& sweep, const Launcher& site, Findings& findings);

/// Sets the site's options of torchrun where ranks fill whole nodes: elsewhere other jobs have cores there.
void set_torchrun_options(const std::vector<std::string>& of_site, const RunDefaults& defaults,
                          std::vector<Combination>& combinations);

/// The program scalegen-train, and how it is started.
struct TrainProgram {
  std::string path{};
  std::string data{};  // for --data
  bool by_torchrun = false;
};

/// Sets the commands of a workload of scalegen-train: argv of each rank, of torchrun, once a node, or of the
/// one process of data_parallel. Reports rungs of several nodes with that.
void set_train_commands(const TrainProgram& program, const SweepFile& sweep, const Workload& workload,
                        const PlanHead& head, std::vector<Combination>& combinations, Findings& findings);

/// Sets the commands of a program of one's own, with values in place of its placeholders. A text is given to
/// bash; so is a list with the folder of its attempt, which is known only when it runs. Reports mistakes in
/// the program, and values that a text of bash cannot hold; each once.
///
/// Where each run has a folder of its own, scripts beside the sweep file are found all the same, and other
/// words that name what is there are warned of.
void set_own_commands(const SweepFile& sweep, const IsSibling& is_sibling, const PlanHead& head,
                      std::vector<Combination>& combinations, Findings& findings);

/// The values of placeholders in one run. Folders are not among them.
Settings placeholder_values(const SweepFile& sweep, const Combination& combination);

}  // namespace scalegen::plan
