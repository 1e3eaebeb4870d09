#pragma once
#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/job_script.hpp"

namespace scalegen {

/// What the directives of a script, or the options of srun, ask for. nullopt: nobody said it, or not as a
/// number, as in --nodes=$N.
struct JobRequest {
  std::optional<int> nodes{};  // the fewest, of --nodes=2-4
  std::optional<int> most_nodes{};
  std::optional<int> tasks{};
  std::optional<int> tasks_per_node{};
  std::optional<int> tasks_per_gpu{};
  std::optional<int> cpus_per_task{};
  std::optional<int> cpus_per_gpu{};
  std::optional<int> gpus{};  // in all
  std::optional<int> gpus_per_node{};
  std::optional<int> gpus_per_task{};
  std::string gpu_type{};  // in Slurm, of --gres=gpu:a100:4
  bool operator==(const JobRequest&) const = default;
};

JobRequest read_job_request(const JobScript& script);

/// Puts one option in, by its full name: of two alike the later one counts. Others than these change nothing.
void read_request_option(std::string_view name, std::string_view value, JobRequest& request);

/// Options of srun, and the index of the program behind them among the words; their number if there is none.
struct SrunOptions {
  JobRequest request{};
  std::size_t program = 0;
};

/// Reads the words of a command from its srun on. What they say of tasks, or of GPUs,
/// replaces what the job said.
SrunOptions read_srun(std::span<const std::string> words, JobRequest of_job = {});

// What follows from what was said; nullopt where it does not.

std::optional<int> nodes_of(const JobRequest& request);
std::optional<int> tasks_of(const JobRequest& request);
std::optional<int> tasks_per_node_of(const JobRequest& request);
std::optional<int> gpus_per_node_of(const JobRequest& request);

}  // namespace scalegen
