#pragma once
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// A GPU of a node, as nvidia-smi or rocm-smi names it there.
struct NodeGpu {
  std::string host{};
  std::string index{};
  std::string uuid{};
  std::string driver{};
  std::string name{};
  bool operator==(const NodeGpu&) const = default;
};

/// The GPUs in the text of an environment.json, by host and then as listed. None where the text is cut off,
/// or nobody looked for them.
std::vector<NodeGpu> read_node_gpus(std::string_view environment);

}  // namespace scalegen
