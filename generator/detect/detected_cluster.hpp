#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/detect/node_kind.hpp"

namespace scalegen {

/// One kind of nodes of a partition, with the limits of the partition.
struct DetectedPartition {
  std::string name{};  // that of a second kind of nodes has a number behind it
  std::string slurm_name{};
  NodeKind kind{};
  std::optional<int> min_nodes{};
  std::optional<int> max_nodes{};
  std::string max_time{};  // as Slurm writes it; empty: no limit
  bool whole_nodes = false;
  bool standard = false;  // where jobs go that name none
  std::string reason{};   // why a person has to ask for it; empty: it is for all
};

/// What Slurm says of its cluster.
struct DetectedCluster {
  std::string name{};
  std::string version{};
  bool shares_gpus_by_node = true;  // Slurm's plugin knows --gpus-per-node
  std::vector<DetectedPartition> partitions{};
  std::vector<std::string> left_out{};  // partitions that take no jobs, and why
};

/// Reads what `scontrol --oneliner show partition`, `show node` and `show config` print.
DetectedCluster read_slurm(std::string_view partitions, std::string_view nodes, std::string_view config);

}  // namespace scalegen
