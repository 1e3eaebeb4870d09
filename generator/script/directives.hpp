#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/plan_sweep.hpp"

namespace scalegen {

/// The lines `#SBATCH --option=value` of a job. An error where a value cannot stand in one, such as a folder
/// with a blank in its name. `output` is where Slurm writes what the script says; %j is the job's number.
Result<std::vector<std::string>> directives(const Resources& resources, const std::string& job_name,
                                            const std::string& output, const ScriptContext& context);

/// What a step adds to its nodes and tasks to be on the first nodes of a larger allocation, with no more GPUs
/// than it asks for. A GPU is asked for as the job has, since srun takes the job's own way from the
/// environment.
std::string part_of_allocation(const Resources& step, const Resources& job, GpuRequest request);

}  // namespace scalegen
