#include "generator/script/directives.hpp"

#include <fmt/format.h>

#include "core/units.hpp"
#include "generator/sweep_file/job_extras.hpp"

namespace scalegen {

namespace {

std::string gpu_option(GpuRequest request, int gpus_per_node, int nodes_of_job) {
  if (request == GpuRequest::gres) return fmt::format("--gres=gpu:{}", gpus_per_node);
  if (request == GpuRequest::gpus && nodes_of_job == 1) return fmt::format("--gpus={}", gpus_per_node);
  return fmt::format("--gpus-per-node={}", gpus_per_node);
}

/// Options in the order in which a person looks for them: who, where, how much, how.
std::vector<std::string> options(const Resources& r, const std::string& job_name, const std::string& output,
                                 const ScriptContext& context) {
  std::vector<std::string> lines = {"--job-name=" + job_name};
  if (!context.account.empty()) lines.push_back("--account=" + context.account);
  if (!r.partition.empty()) lines.push_back("--partition=" + r.partition);
  if (!context.qos.empty()) lines.push_back("--qos=" + context.qos);
  lines.push_back(fmt::format("--nodes={}", r.nodes));
  lines.push_back(fmt::format("--ntasks-per-node={}", r.tasks_per_node));
  lines.push_back(fmt::format("--cpus-per-task={}", r.cpus_per_task));
  if (r.gpus_per_node > 0) lines.push_back(gpu_option(context.site.gpu_request, r.gpus_per_node, r.nodes));
  if (!r.memory_option.empty()) lines.push_back(r.memory_option);
  if (!r.constraint.empty()) lines.push_back("--constraint=" + r.constraint);
  lines.push_back("--time=" + slurm_time(r.time_limit));
  lines.emplace_back("--signal=B:USR1@30");
  lines.emplace_back("--no-requeue");
  lines.push_back("--output=" + output);
  lines.insert(lines.end(), context.extras.sbatch_options.begin(), context.extras.sbatch_options.end());
  return lines;
}

}  // namespace

std::string part_of_allocation(const Resources& step, const Resources& job, GpuRequest request) {
  const std::string first_nodes = "--relative=0";
  if (step.gpus_per_node == 0) return first_nodes;
  return first_nodes + " " + gpu_option(request, step.gpus_per_node, job.nodes);
}

Result<std::vector<std::string>> directives(const Resources& resources, const std::string& job_name,
                                            const std::string& output, const ScriptContext& context) {
  auto lines = options(resources, job_name, output, context);
  for (auto& line : lines) {
    if (!fits_directive(line))
      return failure(fmt::format("a line '#SBATCH' cannot hold '{}'", line),
                     "choose a folder without blanks, quotes, backslashes, '#' and characters beyond ASCII");
    line = fmt::format("#SBATCH {}", line);
  }
  return lines;
}

}  // namespace scalegen
