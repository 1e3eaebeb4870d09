#include "analysis/placement/compare_cores.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "core/some_of.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

bool lacks_cores(const AskedPlacement& asked, const TaskPlace& task) {
  return !task.cores.empty() && static_cast<int>(task.cores.size()) < asked.cores_per_task;
}

void compare_cores_of_each(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks,
                           Texts& differences) {
  std::map<std::size_t, Texts> short_of;  // by the number of cores that they have
  for (const auto& task : tasks)
    if (lacks_cores(asked, task)) short_of[task.cores.size()].push_back(name_of(asked, task));
  for (const auto& [cores, names] : short_of)
    differences.push_back(fmt::format("{} had {}{}, asked for {}", some_of(names),
                                      counted(static_cast<int>(cores), "core"),
                                      names.size() > 1 ? " each" : "", asked.cores_per_task));
}

// Where the site does not bind ranks, each may use the cores of all on its node: no difference, if there are
// enough.
void compare_cores_of_nodes(const AskedPlacement& asked, const std::vector<TaskPlace>& all,
                            Texts& differences) {
  std::map<std::string, std::vector<TaskPlace>> hosts;
  for (const auto& task : all) hosts[task.host].push_back(task);
  for (const auto& [host, tasks] : hosts) {
    std::set<int> together;
    for (const auto& task : tasks) together.insert(task.cores.begin(), task.cores.end());
    const auto wanted = static_cast<std::size_t>(asked.cores_per_task) * tasks.size();
    const bool known = std::none_of(tasks.begin(), tasks.end(), [&](const auto& task) {
      return task.cores.empty() || lacks_cores(asked, task);
    });
    if (known && together.size() < wanted)
      differences.push_back(fmt::format(
          "{} on {} share {}, asked for {} each", counted(static_cast<int>(tasks.size()), asked.task), host,
          counted(static_cast<int>(together.size()), "core"), asked.cores_per_task));
  }
}

}  // namespace

Texts too_few_cores(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks) {
  Texts differences;
  compare_cores_of_each(asked, tasks, differences);
  compare_cores_of_nodes(asked, tasks, differences);
  return differences;
}

}  // namespace scalegen
