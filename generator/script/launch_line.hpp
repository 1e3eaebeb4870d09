#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// How a person would start the program of a run in a job of its size: srun, torchrun or the command itself.
/// A container is the script's array `container`; ranks of this machine have the cores in its array `cores`.
std::string launch_line(const Run& run, const PlanHead& head);

/// What precedes a command so that each rank has its own variables, set as these say; empty: nothing.
std::string with_variables(const Variables& words);

/// What each rank on a GPU runs first; torchrun's ranks are its own.
std::vector<std::string> rank_setup(const Run& run, const PlanHead& head);

/// For srun; empty: none. A site's binding names all cores of a node: it is right only where each of its GPUs
/// has a rank and nobody else is there.
std::string cpu_bind(const Run& run, const PlanHead& head);

}  // namespace scalegen
