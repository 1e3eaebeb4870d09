#include "generator/write/directives.hpp"

#include <fmt/format.h>

#include "core/units.hpp"
#include "generator/read/job_extras.hpp"

namespace scalegen {
namespace {

std::string gpu_option(GpuRequest request, const Resources& r) {
  if (request == GpuRequest::gres) return fmt::format("--gres=gpu:{}", r.gpus_per_node);
  if (request == GpuRequest::gpus && r.nodes == 1) return fmt::format("--gpus={}", r.gpus_per_node);
  return fmt::format("--gpus-per-node={}", r.gpus_per_node);
}

/// Options in the order in which a person looks for them: who, where, how much, how.
std::vector<std::string> options(const Run& run, const std::string& job_name, const std::string& output,
                                 const ScriptContext& context) {
  const auto& r = run.resources;
  std::vector<std::string> lines = {"--job-name=" + job_name};
  if (!context.account.empty()) lines.push_back("--account=" + context.account);
  if (!r.partition.empty()) lines.push_back("--partition=" + r.partition);
  if (!context.qos.empty()) lines.push_back("--qos=" + context.qos);
  lines.push_back(fmt::format("--nodes={}", r.nodes));
  lines.push_back(fmt::format("--ntasks-per-node={}", r.tasks_per_node));
  lines.push_back(fmt::format("--cpus-per-task={}", r.cpus_per_task));
  if (r.gpus_per_node > 0) lines.push_back(gpu_option(context.site.gpu_request, r));
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

Result<std::vector<std::string>> directives(const Run& run, const std::string& job_name,
                                            const std::string& output, const ScriptContext& context) {
  auto lines = options(run, job_name, output, context);
  for (auto& line : lines) {
    if (!fits_directive(line))
      return failure(fmt::format("a line '#SBATCH' cannot hold '{}'", line),
                     "choose a folder without blanks, quotes, backslashes, '#' and characters beyond ASCII");
    line = fmt::format("#SBATCH {}", line);
  }
  return lines;
}

}  // namespace scalegen
