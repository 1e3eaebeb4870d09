#include "core/directives.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "core/sbatch_option.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

std::string gpu_option(GpuRequest request, const Resources& r, int nodes_of_job) {
  const auto gpus = fmt::format("{}{}{}", r.gpu_type, r.gpu_type.empty() ? "" : ":", r.gpus_per_node);
  if (request == GpuRequest::gres) return "--gres=gpu:" + gpus;
  if (request == GpuRequest::gpus && nodes_of_job == 1) return "--gpus=" + gpus;
  return "--gpus-per-node=" + gpus;
}

/// One option for all resources that are asked for by name.
void join_gres(std::vector<std::string>& options) {
  const auto is_gres = [](const std::string& option) { return option.starts_with(kGres); };
  const auto first = std::find_if(options.begin(), options.end(), is_gres);
  if (first == options.end()) return;
  for (auto next = first + 1; (next = std::find_if(next, options.end(), is_gres)) != options.end();) {
    *first += "," + next->substr(kGres.size());
    next = options.erase(next);
  }
}

/// Options in the order in which a person looks for them: who, where, how much, how.
std::vector<std::string> options_of(const Resources& r, const Launch& launch, const std::string& job_name,
                                    const std::string& output) {
  std::vector<std::string> options = {"--job-name=" + job_name_of(job_name)};
  if (!launch.account.empty()) options.push_back("--account=" + launch.account);
  if (!r.partition.empty()) options.push_back("--partition=" + r.partition);
  if (const auto& qos = launch.qos.empty() ? r.qos : launch.qos; !qos.empty())
    options.push_back("--qos=" + qos);
  options.push_back(fmt::format("--nodes={}", r.nodes));
  options.push_back(fmt::format("--ntasks-per-node={}", r.tasks_per_node));
  options.push_back(fmt::format("--cpus-per-task={}", r.cpus_per_task));
  if (r.has_threads && option_for_threads(launch.sbatch_options) == nullptr)
    options.emplace_back("--hint=nomultithread");
  const auto& own = launch.sbatch_options;
  if (r.gpus_per_node > 0 &&
      std::ranges::none_of(own, [](const auto& option) { return typed_gpus(option).has_value(); }))
    options.push_back(gpu_option(launch.gpu_request, r, r.nodes));
  if (!r.memory_option.empty()) options.push_back(r.memory_option);
  if (!r.constraint.empty()) options.push_back("--constraint=" + r.constraint);
  options.push_back("--time=" + slurm_time(r.time_limit));
  options.emplace_back("--no-requeue");
  options.push_back("--output=" + output);
  options.insert(options.end(), launch.sbatch_options.begin(), launch.sbatch_options.end());
  join_gres(options);
  if (!launch.reservation.empty()) options.push_back("--reservation=" + launch.reservation);
  if (!launch.clusters.empty())
    options.push_back(fmt::format("--clusters={}", fmt::join(launch.clusters, ",")));
  return options;
}

}  // namespace

std::string output_pattern(std::string_view folder, std::string_view file) {
  std::string pattern;
  for (const char c : folder) pattern.append(c == '%' ? 2 : 1, c);
  return fmt::format("{}/{}", pattern, file);
}

bool fits_directive(std::string_view text) {
  return !text.empty() && std::ranges::all_of(text, [](char c) {
    return c > ' ' && c < 0x7F && c != '"' && c != '\'' && c != '\\' && c != '#' && c != '`';
  });
}

std::string job_name_of(std::string text) {
  std::ranges::replace(text, ',', ':');
  return text;
}

std::string gpus_of_step(const Resources& step, int nodes_of_job, GpuRequest request) {
  return step.gpus_per_node > 0 ? gpu_option(request, step, nodes_of_job) : "";
}

Result<std::vector<std::string>> directives(const Resources& resources, const Launch& launch,
                                            const std::string& job_name, const std::string& output) {
  auto lines = options_of(resources, launch, job_name, output);
  for (auto& line : lines) {
    if (!fits_directive(line))
      return failure(fmt::format("a line '#SBATCH' cannot hold '{}'", line),
                     "choose a folder without blanks, quotes, backslashes, '#' and characters beyond ASCII");
    line = fmt::format("#SBATCH {}", line);
  }
  return lines;
}

}  // namespace scalegen
