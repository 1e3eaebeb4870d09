#pragma once
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/launch.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// True if a line `#SBATCH` can hold the text: visible ASCII without quotes, backslashes and `#`. Such lines
/// have no quoting that all sites agree on.
bool fits_directive(std::string_view text);

/// The value of --output for a file in a folder. sbatch replaces %j and the like; a percent sign in the
/// folder's name is doubled.
std::string output_pattern(std::string_view folder, std::string_view file);

/// A job's name without commas, at which squeue, sacct and scancel split a list of names. Two names stay two:
/// nothing else in a name becomes ':', which no run's id has.
std::string job_name_of(std::string text);

/// The lines `#SBATCH --option=value` of a job. `output` is where Slurm writes what the script says; %j is
/// the job's number. Returns an error if a value does not fit, such as a folder with a blank in its name.
Result<std::vector<std::string>> directives(const Resources& resources, const Launch& launch,
                                            const std::string& job_name, const std::string& output);

/// The option by which a step on some nodes of an allocation has no more GPUs than it asks for; empty without
/// GPUs. One is asked for as the job did it: srun takes the job's way from the environment.
std::string gpus_of_step(const Resources& step, int nodes_of_job, GpuRequest request);

}  // namespace scalegen
