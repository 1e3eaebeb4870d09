#include "analysis/measurement/placement.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "analysis/document/texts.hpp"
#include "analysis/readers/placement_log.hpp"
#include "core/files.hpp"
#include "core/json.hpp"
#include "core/regex.hpp"
#include "core/run_directory.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

/// The placement that a run requests, in tasks of its command: its ranks, one torchrun per node, or the one
/// command that starts all others.
struct RequestedPlacement {
  int nodes = 1;
  int tasks_per_node = 1;
  int ranks_per_task = 1;
  int cores_per_task = 1;
  bool gpus = false;
  bool may_have_more_cores = false;
  std::string task{};  // its name in messages
};

RequestedPlacement requested_placement(const Run& run, Start start) {
  const bool by_rank = start == Start::each_rank;
  const auto& rung = run.rung;
  return {.nodes = start == Start::once ? 1 : rung.nodes,
          .tasks_per_node = by_rank ? rung.ranks_per_node : 1,
          .ranks_per_task = by_rank ? 1 : rung.ranks_per_node,
          .cores_per_task =
              run.resources.cpus_per_task * (start == Start::once ? run.resources.tasks_per_node : 1),
          .gpus = run.resources.gpus_per_node > 0,
          .may_have_more_cores = start == Start::once && run.resources.whole_nodes,
          .task = by_rank                     ? "rank"
                  : start == Start::each_node ? "torchrun"
                                              : "command"};
}

std::map<std::string, std::vector<TaskPlacement>> by_host(const std::vector<TaskPlacement>& all) {
  std::map<std::string, std::vector<TaskPlacement>> hosts;
  for (const auto& task : all) hosts[task.host].push_back(task);
  return hosts;
}

// "rank 3 on n1", "torchrun on n1"
std::string task_name(const RequestedPlacement& asked, const TaskPlacement& task) {
  const auto number = task.rank ? fmt::format(" {}", *task.rank) : "";
  return fmt::format("{}{} on {}", asked.task, number, task.host);
}

Texts shape_differences(const RequestedPlacement& asked, const std::vector<TaskPlacement>& tasks) {
  std::map<std::string, int> hosts;
  for (const auto& task : tasks) ++hosts[task.host];
  const bool same =
      static_cast<int>(hosts.size()) == asked.nodes &&
      std::ranges::all_of(hosts, [&](const auto& host) { return host.second == asked.tasks_per_node; });
  if (same) return {};
  Texts found;
  for (const auto& [host, count] : hosts)
    found.push_back(fmt::format("{} on {}", counted(count, asked.task), host));
  return {fmt::format("asked for {} with {}{}, found {}", counted(asked.nodes, "node"),
                      counted(asked.tasks_per_node, asked.task), asked.nodes > 1 ? " each" : "",
                      join_truncated(found))};
}

bool lacks_cores(const RequestedPlacement& asked, const TaskPlacement& task) {
  return !task.cores.empty() && static_cast<int>(task.cores.size()) < asked.cores_per_task;
}

Texts core_shortages(const RequestedPlacement& asked, const std::vector<TaskPlacement>& tasks) {
  Texts differences;
  std::map<std::size_t, Texts> short_of;  // by number of cores
  for (const auto& task : tasks)
    if (lacks_cores(asked, task)) short_of[task.cores.size()].push_back(task_name(asked, task));
  for (const auto& [cores, names] : short_of)
    differences.push_back(fmt::format("{} had {}{}, asked for {}", join_truncated(names),
                                      counted(static_cast<int>(cores), "core"),
                                      names.size() > 1 ? " each" : "", asked.cores_per_task));
  return differences;
}

// A site that does not bind ranks lets each use all cores of the job: no difference if they are as many as
// all of them asked for.
Texts shared_core_differences(const RequestedPlacement& asked, const std::vector<TaskPlacement>& all) {
  Texts differences;
  for (const auto& [host, tasks] : by_host(all)) {
    std::set<int> together;
    for (const auto& task : tasks) together.insert(task.cores.begin(), task.cores.end());
    const auto wanted = static_cast<std::size_t>(asked.cores_per_task) * tasks.size();
    const bool known = std::ranges::none_of(
        tasks, [&](const auto& task) { return task.cores.empty() || lacks_cores(asked, task); });
    const bool are_more = together.size() > wanted && !asked.may_have_more_cores &&
                          std::ranges::all_of(tasks, &TaskPlacement::is_bound);
    if (known && (together.size() < wanted || are_more))
      differences.push_back(fmt::format(
          "{} on {} {} {}, asked for {}{}", counted(static_cast<int>(tasks.size()), asked.task), host,
          are_more ? "may use" : "share", counted(static_cast<int>(together.size()), "core"),
          asked.cores_per_task, tasks.size() > 1 ? " each" : ""));
  }
  return differences;
}

// "0,1" -> 2. Slurm writes NoDevFiles if a step has no GPU, people write -1.
int count_of_visible(const std::string& gpus) {
  if (gpus == "NoDevFiles" || gpus.front() == '-') return 0;
  return static_cast<int>(std::ranges::count(gpus, ',')) + 1;
}

Texts visible_gpu_shortages(const RequestedPlacement& asked, const std::vector<TaskPlacement>& tasks) {
  Texts differences;
  std::map<std::string, Texts> too_few;  // by visible GPUs
  for (const auto& task : tasks)
    if (!task.visible_gpus.empty() && count_of_visible(task.visible_gpus) < asked.ranks_per_task)
      too_few[task.visible_gpus].push_back(task_name(asked, task));
  for (const auto& [gpus, names] : too_few)
    differences.push_back(fmt::format("{} could see {} ({}), asked for {}", join_truncated(names),
                                      counted(count_of_visible(gpus), "GPU"), gpus, asked.ranks_per_task));
  return differences;
}

Texts node_gpu_shortages(const RequestedPlacement& asked, const std::vector<NodeGpu>& gpus) {
  Texts differences;
  std::map<std::string, std::set<std::string>> on_host;
  std::map<std::string, std::string> host_of;  // by UUID
  const int wanted = asked.tasks_per_node * asked.ranks_per_task;
  for (const auto& gpu : gpus) {
    on_host[gpu.host].insert(gpu.index);
    const auto [known, is_new] = host_of.emplace(gpu.uuid, gpu.host);
    if (!gpu.uuid.empty() && !is_new && known->second != gpu.host)
      differences.push_back(
          fmt::format("{} and {} have the same GPU, {}", known->second, gpu.host, gpu.uuid));
  }
  for (const auto& [host, indices] : on_host)
    if (static_cast<int>(indices.size()) < wanted)
      differences.push_back(fmt::format("{} has {}, for {}", host,
                                        counted(static_cast<int>(indices.size()), "GPU"),
                                        counted(wanted, "rank")));
  return differences;
}

// "40(x2),36": 116. Nullopt if it is no such list.
std::optional<int> count_in_list(std::string_view list) {
  static const Regex kPart("(\\d{1,6})(?:\\(x(\\d{1,5})\\))?(?:,|$)");
  int sum = 0;
  std::string count;
  std::string nodes;
  while (!list.empty()) {
    if (!consume(list, kPart, &count, &nodes)) return std::nullopt;
    sum += std::stoi(count) * (nodes.empty() ? 1 : std::stoi(nodes));
  }
  return sum > 0 ? std::optional(sum) : std::nullopt;
}

std::string reason_of(const Run& run, int cpus, const std::optional<NodeLog>& node) {
  const auto of_node = node ? static_cast<int>(node->begin.cores.size()) : 0;
  if (of_node > 0 && cpus == of_node * run.resources.nodes) return "whole nodes";
  if (!run.resources.memory_option.empty())
    return fmt::format("MaxMemPerCPU may bring as many for {}, or a plugin of the site",
                       run.resources.memory_option);
  return "a plugin of the site may have changed the request";
}

std::string text_of(const Rate& rate) {
  const auto cores = counted(static_cast<int>(rate.core_hours), "core");
  return rate.gpu_hours > 0 ? cores + " and " + counted(static_cast<int>(rate.gpu_hours), "GPU") : cores;
}

}  // namespace

std::set<std::string> nodes_of(const Placement& placement) {
  std::set<std::string> nodes;
  for (const auto& task : placement.tasks) nodes.insert(task.host);
  return nodes;
}

std::set<std::string> switches_of(const Placement& placement) {
  if (placement.unseen_nodes > 0) return {};
  std::set<std::string> switches;
  for (const auto& task : placement.tasks) switches.insert(task.leaf_switch);
  return switches.contains("") ? std::set<std::string>{} : switches;
}

Placement read_placement(const Run& run, Start start, const AttemptListing& files) {
  const auto environment = read_file(AttemptFolder{files.folder}.environment()).value_or("");
  const bool on_gpus = run.resources.gpus_per_node > 0;
  Placement placement{.tasks = read_task_placements(files),
                      .cpu = read_cpu_model(environment),
                      .gpus = on_gpus ? read_node_gpus(environment) : std::vector<NodeGpu>{},
                      .nccl_transports = nccl_transports(files),
                      .unseen_nodes = run.rung.nodes - requested_placement(run, start).nodes};
  placement.differences = placement_differences(run, start, placement);
  placement.unbound = unbound_ranks(run, start, placement);
  return placement;
}

std::vector<std::string> placement_differences(const Run& run, Start start, const Placement& found) {
  if (!is_recorded(found)) return {};
  const auto asked = requested_placement(run, start);
  return joined({shape_differences(asked, found.tasks), core_shortages(asked, found.tasks),
                 shared_core_differences(asked, found.tasks),
                 asked.gpus ? visible_gpu_shortages(asked, found.tasks) : Texts{},
                 asked.gpus ? node_gpu_shortages(asked, found.gpus) : Texts{}});
}

std::string unbound_ranks(const Run& run, Start start, const Placement& found) {
  const auto asked = requested_placement(run, start);
  for (const auto& [host, tasks] : by_host(found.tasks)) {
    std::map<int, int> users;  // of each core
    for (const auto& task : tasks)
      for (const int core : task.cores) ++users[core];
    int unbound = 0;
    std::size_t most = 0;
    for (const auto& task : tasks) {
      const bool has_more = static_cast<int>(task.cores.size()) > asked.cores_per_task;
      if (!has_more || std::ranges::none_of(task.cores, [&](int core) { return users[core] > 1; })) continue;
      ++unbound;
      most = std::max(most, task.cores.size());
    }
    if (unbound > 0)
      return fmt::format("{} on {} may use cores of other ranks: up to {}, and asked for {}",
                         counted(unbound, asked.task), host, most, asked.cores_per_task);
  }
  return "";
}

std::optional<OtherBill> other_bill(const Run& run, std::string_view environment,
                                    const std::optional<NodeLog>& node) {
  const auto& asked = run.resources;
  const auto slurm = parse_json_field(environment, "slurm").value_or(Json());
  const auto cpus = count_in_list(text_field(slurm, "SLURM_JOB_CPUS_PER_NODE").value_or(""));
  if (!cpus || asked.has_threads || run.rate.core_hours <= 0) return std::nullopt;
  const Rate wanted{.core_hours = 1.0 * asked.nodes * asked.tasks_per_node * asked.cpus_per_task,
                    .gpu_hours = 1.0 * asked.nodes * asked.gpus_per_node};
  if (asked.whole_nodes && (asked.fills_nodes || run.rate.core_hours != wanted.core_hours))
    return std::nullopt;  // such nodes may have cores that the site keeps
  const auto gpus = count_in_list(text_field(slurm, "SLURM_GPUS_ON_NODE").value_or(""));
  const Rate given{.core_hours = 1.0 * *cpus,
                   .gpu_hours = gpus ? 1.0 * *gpus * asked.nodes : wanted.gpu_hours};
  const auto is_given = [&](const Rate& rate) {
    return rate.core_hours == given.core_hours && rate.gpu_hours == given.gpu_hours;
  };
  if (is_given(wanted) || is_given(run.rate)) return std::nullopt;
  const bool is_less = given.core_hours < run.rate.core_hours && !asked.memory_option.empty();
  return OtherBill{given, text_of(given), text_of(run.rate), is_less ? "" : reason_of(run, *cpus, node)};
}

}  // namespace scalegen
