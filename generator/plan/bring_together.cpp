#include "generator/plan/bring_together.hpp"

#include <algorithm>
#include <tuple>

#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

const Step& largest_like(const Step& step, const std::vector<Step>& steps) {
  const auto size = [&](const Step& s) {
    return std::tuple(s.rung.device == step.rung.device, s.rung.nodes, s.rung.ranks_per_node);
  };
  return *std::max_element(steps.begin(), steps.end(),
                           [&](const Step& a, const Step& b) { return size(a) < size(b); });
}

bool has_same_nodes(const Partition& a, const Partition& b) {
  return gpus_per_node(a) == gpus_per_node(b) && a.cores_per_node.value == b.cores_per_node.value;
}

}  // namespace

void bring_together(std::vector<Step>& steps) {
  for (auto& step : steps) {
    const auto* const partition = largest_like(step, steps).partition;
    if (partition == nullptr || step.partition == nullptr || !has_same_nodes(*partition, *step.partition))
      continue;
    if (refusals(*partition, step.rung).empty()) step.partition = partition;
  }
}

}  // namespace scalegen
