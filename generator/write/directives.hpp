#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "generator/plan/plan_sweep.hpp"

namespace scalegen {

/// The lines `#SBATCH --option=value` of a job. An error where a value cannot stand in one, such as a folder
/// with a blank in its name. `output` is where Slurm writes what the script says; %j is the job's number.
Result<std::vector<std::string>> directives(const Run& run, const std::string& job_name,
                                            const std::string& output, const ScriptContext& context);

}  // namespace scalegen
