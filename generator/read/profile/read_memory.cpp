#include "generator/read/profile/read_memory.hpp"

#include <array>

namespace scalegen {
namespace {

constexpr std::string_view kForms =
    "write site, refused, {per_node: 440G}, {per_core: 2900M} or {per_gpu: 110G}";

using Word = std::pair<const char*, MemoryRule::Of>;
constexpr std::array<Word, 3> kAmounts{{{"per_node", MemoryRule::Of::node},
                                        {"per_core", MemoryRule::Of::core},
                                        {"per_gpu", MemoryRule::Of::gpu}}};

MemoryRule read_amount(Group& group, const YamlNode& map) {
  auto reader = group.within(map);
  MemoryRule rule;
  for (const auto& [word, of] : kAmounts)
    if (const auto amount = reader.memory_mib(word)) rule = {of, amount->value, amount->mark};
  reader.refuse_unknown_keys();
  if (map.entries.size() != 1) reader.report(map, "'memory' says one thing alone", std::string(kForms));
  return rule;
}

}  // namespace

MemoryRule read_memory_rule(Group& group, MapReader& partition) {
  const auto* const node = partition.node("memory");
  if (node == nullptr) return {};
  if (node->kind == YamlNode::Kind::map) return read_amount(group, *node);
  if (node->kind == YamlNode::Kind::scalar && node->text == "site")
    return {MemoryRule::Of::site, 0, partition.mark_of(*node)};
  if (node->kind == YamlNode::Kind::scalar && node->text == "refused")
    return {MemoryRule::Of::refused, 0, partition.mark_of(*node)};
  partition.report(*node, "'memory' is not understood", std::string(kForms));
  return {};
}

}  // namespace scalegen
