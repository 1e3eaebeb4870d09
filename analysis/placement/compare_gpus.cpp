#include "analysis/placement/compare_gpus.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/some_of.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

// "0,1" -> 2; Slurm says NoDevFiles where a step has none, people say -1.
int count_of_visible(const std::string& gpus) {
  if (gpus == "NoDevFiles" || gpus.front() == '-') return 0;
  return static_cast<int>(std::count(gpus.begin(), gpus.end(), ',')) + 1;
}

void compare_visible_gpus(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks,
                          Texts& differences) {
  std::map<std::string, Texts> too_few;  // by what they are shown
  for (const auto& task : tasks)
    if (!task.visible_gpus.empty() && count_of_visible(task.visible_gpus) < asked.ranks_per_task)
      too_few[task.visible_gpus].push_back(name_of(asked, task));
  for (const auto& [gpus, names] : too_few)
    differences.push_back(fmt::format("{} could see {} ({}), asked for {}", some_of(names),
                                      counted(count_of_visible(gpus), "GPU"), gpus, asked.ranks_per_task));
}

void compare_gpus_of_nodes(const AskedPlacement& asked, const std::vector<NodeGpu>& gpus,
                           Texts& differences) {
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
}

}  // namespace

Texts too_few_gpus(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks,
                   const std::vector<NodeGpu>& gpus) {
  Texts differences;
  compare_visible_gpus(asked, tasks, differences);
  compare_gpus_of_nodes(asked, gpus, differences);
  return differences;
}

}  // namespace scalegen
