#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// A person's line to start a run's program in a job of its size: srun, torchrun or the command itself. A
/// container is the script's array `container`; ranks of this machine have the cores in its array `cores`.
std::string launch_line(const Run& run, const PlanHead& head);

/// The words before a command that give each rank its own variables, set as these say; empty: none.
std::string with_variables(const Variables& words);

/// The lines that each rank on a GPU runs first; torchrun's ranks are its own.
std::vector<std::string> rank_setup(const Run& run, const PlanHead& head);

/// For srun; empty: none. A site's binding names all cores of a node: it is right only where each of its GPUs
/// has a rank and nobody else is there.
std::string cpu_bind(const Run& run, const PlanHead& head);

}  // namespace scalegen
