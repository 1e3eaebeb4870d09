#include "analysis/readers/shared_power.hpp"

#include <algorithm>

namespace scalegen {
namespace {

bool shows_power(const AmdReading& gpu) { return gpu.sample.power_w.value_or(0) > 0; }

// PCI numbers: MI250X and MI250.
bool is_die_of_two(const AmdReading& gpu) { return gpu.model == "0x7408" || gpu.model == "0x740c"; }

bool is_whole_package(const AmdReading& gpu) { return !gpu.model.empty() && !is_die_of_two(gpu); }

bool are_dies_in_pairs(const std::vector<AmdReading>& node) {
  if (node.size() % 2 != 0) return false;
  for (std::size_t i = 0; i < node.size(); i += 2)
    if (!shows_power(node[i]) || shows_power(node[i + 1])) return false;
  return true;
}

}  // namespace

void settle_power(std::vector<AmdReading>& node) {
  const bool are_whole = std::ranges::all_of(node, is_whole_package) ||
                         (node.size() > 1 && std::ranges::none_of(node, is_die_of_two) &&
                          std::ranges::all_of(node, shows_power));
  const bool are_pairs = !are_whole && are_dies_in_pairs(node);
  for (std::size_t i = 0; are_pairs && i < node.size(); i += 2) {
    auto& first = node[i].sample.power_w;
    first = *first / 2;
    node[i + 1].sample.power_w = first;
  }
  for (auto& gpu : node)
    if (!shows_power(gpu) || !(are_whole || are_pairs)) gpu.sample.power_w = std::nullopt;
}

}  // namespace scalegen
