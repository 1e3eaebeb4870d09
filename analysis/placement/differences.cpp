#include "analysis/placement/differences.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

#include "analysis/placement/asked.hpp"
#include "analysis/placement/compare_cores.hpp"
#include "analysis/placement/compare_gpus.hpp"
#include "core/some_of.hpp"
#include "core/units.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

Texts other_shape(const AskedPlacement& asked, const std::vector<TaskPlace>& tasks) {
  std::map<std::string, int> hosts;
  for (const auto& task : tasks) ++hosts[task.host];
  const bool same = static_cast<int>(hosts.size()) == asked.nodes &&
                    std::all_of(hosts.begin(), hosts.end(),
                                [&](const auto& host) { return host.second == asked.tasks_per_node; });
  if (same) return {};
  Texts found;
  for (const auto& [host, count] : hosts)
    found.push_back(fmt::format("{} on {}", counted(count, asked.task), host));
  return {fmt::format("asked for {} with {}{}, found {}", counted(asked.nodes, "node"),
                      counted(asked.tasks_per_node, asked.task), asked.nodes > 1 ? " each" : "",
                      some_of(found))};
}

}  // namespace

std::vector<std::string> placement_differences(const Run& run, Start start, const Placement& found) {
  if (!is_recorded(found)) return {};
  const auto asked = asked_by(run, start);
  auto differences = other_shape(asked, found.tasks);
  for (auto& text : too_few_cores(asked, found.tasks)) differences.push_back(std::move(text));
  if (!asked.gpus) return differences;
  for (auto& text : too_few_gpus(asked, found.tasks, found.gpus)) differences.push_back(std::move(text));
  return differences;
}

}  // namespace scalegen
