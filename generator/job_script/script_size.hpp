#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/job_request.hpp"
#include "core/rung.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::job_script {

/// The size that a script was written for, as a rung.
struct ScriptSize {
  Rung rung{};                         // with `threads`: one rank that has all cores
  TaskOf tasks = TaskOf::rank;         // what sbatch's tasks are
  bool says_tasks = false;             // the sweep has to say it
  std::optional<int> cpus_per_task{};  // of a rank; nullopt: nobody said it
  int gpus_per_task = 0;               // that the job binds to each of several tasks of a node
  std::string gpu_type{};
  std::vector<std::string> open{};  // what only its author knows
};

/// Reads it from the directives, and where they ask for no GPUs from torchrun's words. Returns an error if a
/// number is not written there, or the ranks that the script starts are no rung's.
Result<ScriptSize> size_of(const JobScript& script);

}  // namespace scalegen::job_script
