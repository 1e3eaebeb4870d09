#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/attempt_listing.hpp"

namespace scalegen {

/// Reads the kernel's list of CPUs, "0-5,12": each once, in ascending order. Nothing where the text is no
/// such list.
std::optional<std::vector<int>> parse_core_list(std::string_view text);

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

/// Where one task of a run's command was: a rank, the torchrun of a node, or the one that starts all others.
struct TaskPlacement {
  std::string host{};
  std::optional<int> rank{};   // where each rank is a task
  std::string core_list{};     // as the kernel says it: "0-5,12"
  std::vector<int> cores{};    // the same, one by one; empty where that is not known
  std::string visible_gpus{};  // CUDA_VISIBLE_DEVICES or ROCR_VISIBLE_DEVICES; empty where neither is set
  bool operator==(const TaskPlacement&) const = default;
};

/// Reads place.<host>.txt of an attempt's folder, a line a task: "rank=1 cores=6-11 gpus=0,1". By rank, then
/// by host. Lines of another form are passed over; nothing where nothing was recorded.
std::vector<TaskPlacement> read_task_placements(const AttemptListing& files);

}  // namespace scalegen
