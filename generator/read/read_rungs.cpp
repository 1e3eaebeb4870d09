#include "generator/read/read_rungs.hpp"

#include <fmt/format.h>

#include "generator/read/rung_spec.hpp"

namespace scalegen {
namespace {

void check_rung(MapReader& reader, const YamlNode& item, std::vector<Placed<std::string>>& rungs) {
  if (item.kind != YamlNode::Kind::scalar || !parse_rung(item.text))
    reader.report(item, fmt::format("'{}' is not a rung", item.text), std::string(kRungForms));
  else
    rungs.push_back({item.text, reader.mark_of(item)});
}

std::vector<Placed<std::string>> read_scales(MapReader& reader) {
  std::vector<Placed<std::string>> rungs;
  const auto* const scales = reader.node("scales");
  if (scales == nullptr || (scales->kind == YamlNode::Kind::scalar && scales->text == "auto")) return rungs;
  if (scales->kind == YamlNode::Kind::scalar) check_rung(reader, *scales, rungs);
  if (scales->kind == YamlNode::Kind::sequence)
    for (const auto& item : scales->items) check_rung(reader, item, rungs);
  const bool says_nothing = scales->kind != YamlNode::Kind::scalar && scales->items.empty();
  if (says_nothing)
    reader.report(*scales, "'scales' must be 'auto' or a list of rungs", std::string(kRungForms));
  return rungs;
}

/// The rungs that `nodes:` and `gpus_per_node:` stand for, each with the place of its number of nodes, else
/// of GPUs.
std::vector<Placed<std::string>> read_node_lists(MapReader& reader) {
  const auto nodes = reader.texts("nodes");
  const auto gpus = reader.texts("gpus_per_node");
  std::vector<Placed<std::string>> rungs;
  if (gpus.empty())
    for (const auto& n : nodes) rungs.push_back({n.value + (n.value == "1" ? "node" : "nodes"), n.mark});
  else if (nodes.empty())
    for (const auto& g : gpus) rungs.push_back({g.value + "gpu", g.mark});
  else
    for (const auto& n : nodes)
      for (const auto& g : gpus)
        rungs.push_back({(n.value == "1" ? "" : n.value + "x") + g.value + "gpu", n.mark});
  return rungs;
}

}  // namespace

std::vector<Placed<std::string>> read_rungs(MapReader& reader, const YamlNode& root, Diagnostics& errors) {
  auto rungs = read_scales(reader);
  const auto listed = read_node_lists(reader);
  for (const auto& rung : listed)
    if (!parse_rung(rung.value))
      errors.push_back(error_at(rung.mark, "numbers of nodes and GPUs are whole and at least 1"));
  if (const auto* scales = find(root, "scales"); scales != nullptr && !listed.empty())
    reader.report(*scales, "'scales' and the lists 'nodes' and 'gpus_per_node' say the same thing twice",
                  "keep one of the two");
  rungs.insert(rungs.end(), listed.begin(), listed.end());
  return rungs;
}

}  // namespace scalegen
