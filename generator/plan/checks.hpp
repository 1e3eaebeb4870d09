#pragma once
#include <functional>
#include <string>
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/ladder_parameters.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

// Checks of a plan that is being made; each adds what it finds.

/// True if the LibTorch of the runs computes in this precision on a CPU.
using ComputesOnCpu = std::function<bool(const std::string& precision)>;

/// Reports what scalegen-train would refuse after the job has waited in the queue: settings that mean nothing
/// beside the others (recipe::kDependencies) or to the model, and a precision that the CPU or the GPU of a
/// rung does not have, as far as the profile names the GPU.
void check_settings(const ParameterGrid& grid, const Workload& workload, const ComputesOnCpu& computes_on_cpu,
                    Findings& findings);

/// Reports, for one ladder, global batches that the ranks of a rung cannot share evenly, numbers of replicas
/// that they cannot form, and batches that change although the kind of scaling keeps them: each once, for the
/// first such rung.
void check_batches(const ParameterGrid& grid, const LadderParameters& ladder, const SweepFile& sweep,
                   Findings& findings);

/// Reports a metric that counts steps without saying which, where the number of micro-steps that an optimizer
/// step accumulates differs between runs: taken for the other kind, its figures would be wrong by that
/// factor.
void check_accumulation(const SweepFile& sweep, const ParameterGrid& grid, Findings& findings);

/// Refuses an assertion about a rung that the sweep does not have.
void check_assertions(const SweepFile& sweep, const std::vector<Combination>& combinations,
                      Findings& findings);

/// Warns of what a text of bash gets wrong about the ranks that srun or mpirun start in it: a number of tasks
/// that is the same on all rungs; threads that share a core by Open MPI's habit; and, under Slurm, one task a
/// node with the cores of one rank, and a rank's own variables where the job's script expands them.
void warn_of_launcher_words(const Located<std::string>& text, const std::vector<Combination>& combinations,
                            SchedulerKind scheduler, Findings& findings);

}  // namespace scalegen::plan
