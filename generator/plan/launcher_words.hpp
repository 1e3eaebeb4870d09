#pragma once
#include <string>
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"

namespace scalegen::plan {

/// Warns of what a text of bash gets wrong about the ranks that srun or mpirun start in it: a number of tasks
/// that is the same on all rungs; threads that share a core by Open MPI's habit; and, under Slurm, one task a
/// node with the cores of one rank, and a rank's own variables where the job's script expands them.
void warn_of_launcher_words(const Located<std::string>& text, const std::vector<Combination>& combinations,
                            SchedulerKind scheduler, Findings& findings);

}  // namespace scalegen::plan
