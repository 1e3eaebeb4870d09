#pragma once
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

/// The requests that all runs of a sweep share.
struct RunDefaults {
  std::chrono::seconds time_limit{};
  std::optional<MemoryRule> memory{};  // nullopt: by the partition's rule
  bool exclusive = false;              // by sbatch's --exclusive
  bool is_added = false;               // by the sweep, not by the profile: production jobs do without
  bool has_task_a_rank = false;        // a command with srun or mpirun, which take Slurm's tasks
  std::string gpu_type{};              // empty: the partition's
  std::string partition{};             // as a person asks for it, where the profile knows none
};

/// The resources that a run of a combination requests; `start` decides how many tasks a node has.
Resources resources_of(const Combination& combination, Start start, const RunDefaults& defaults);

/// True if a job has its nodes to itself and a rank for each of their GPUs: then it is known which cores are
/// beside which GPU.
bool gpus_fill_whole_nodes(const Resources& resources);

/// The cost of such a job an hour: the cores and GPUs that others cannot use meanwhile, and the site's units
/// by its formula, of what Slurm gives to the job. Of nodes that a job has to itself, or all cores or all
/// memory of, others can use nothing. The unit is empty if the site has none, or if it counts memory and no
/// memory is requested.
Rate rate_of(const Resources& resources, const ResolvedRung& rung);

/// The cost of the job without the --exclusive that the sweep added; nullopt if it added none.
std::optional<Rate> rate_without_exclusive(const Combination& combination, Start start, RunDefaults defaults);

/// Reports a request for memory that the partition refuses or that is more than a node has.
void check_memory(const Combination& combination, Start start, const RunDefaults& defaults,
                  Findings& findings);

/// Warns where an option of the sweep file has Slurm count the threads of a core one by one.
void warn_of_threads(const std::vector<Combination>& combinations, const std::vector<std::string>& options,
                     Findings& findings);

}  // namespace scalegen::plan
