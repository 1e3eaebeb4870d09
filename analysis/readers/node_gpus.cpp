#include "analysis/readers/node_gpus.hpp"

#include <algorithm>

#include "core/json.hpp"

namespace scalegen {
namespace {

std::string text_in(const Json& object, std::string_view name) {
  return text_field(object, name).value_or("");
}

}  // namespace

std::vector<NodeGpu> read_node_gpus(std::string_view environment) {
  std::vector<NodeGpu> gpus;
  const auto recorded = parse_json_field(environment, "gpus");
  if (!recorded) return gpus;
  for (const auto& gpu : *recorded)
    if (gpu.is_object())
      gpus.push_back({text_in(gpu, "host"), text_in(gpu, "index"), text_in(gpu, "uuid"),
                      text_in(gpu, "driver"), text_in(gpu, "name")});
  std::stable_sort(gpus.begin(), gpus.end(), [](const auto& a, const auto& b) { return a.host < b.host; });
  return gpus;
}

}  // namespace scalegen
