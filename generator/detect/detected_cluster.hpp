#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "generator/detect/slurm_records.hpp"

namespace scalegen {

/// A kind of nodes of a partition: nodes with the same hardware.
struct NodeKind {
  int nodes = 0;
  int cores = 0;                      // available to jobs
  int threads_per_core = 1;           // Slurm counts threads as CPUs
  std::vector<int> reserved_cores{};  // numbers of cores that jobs cannot use, if Slurm lists them
  std::int64_t memory_mib = 0;        // available to jobs, on the node with the least
  int gpus = 0;
  std::string gpu_type{};
  bool are_slices = false;     // of GPUs
  bool are_mixed = false;      // GPUs, or slices, of several types in one node
  std::string architecture{};  // empty: unknown
  std::string feature{};       // that these nodes have and no others of the partition; empty: none
};

/// The kinds of nodes of one partition, in the order of their first nodes. `feature` is set only if there are
/// several.
std::vector<NodeKind> kinds_of_nodes(const std::vector<SlurmRecord>& nodes);

/// One kind of nodes of a partition, with the limits of the partition.
struct DetectedPartition {
  std::string name{};  // with a number at the end for further kinds of nodes
  std::string slurm_name{};
  NodeKind kind{};
  std::optional<int> min_nodes{};
  std::optional<int> max_nodes{};
  std::optional<int> max_gpus{};
  std::int64_t mib_per_cpu = 0;      // of a job that asks for no memory; 0: unknown
  std::int64_t max_mib_per_cpu = 0;  // a job that asks for more gets more CPUs; 0: no limit
  bool holds_all_memory = false;     // a job that asks for none
  std::string max_time{};            // in the format of Slurm; empty: no limit
  bool whole_nodes = false;
  bool standard = false;              // the default partition
  std::string reason{};               // why it is used only on request; empty: open to all users
  std::vector<std::string> checks{};  // what else a person should know of its jobs
};

/// A cluster as its Slurm describes it.
struct DetectedCluster {
  std::string name{};
  std::string version{};
  bool shares_gpus_by_node = true;  // Slurm supports --gpus-per-node
  int largest_array = 0;            // tasks; 0: unknown
  std::vector<DetectedPartition> partitions{};
  std::vector<std::string> left_out{};  // partitions that accept no jobs, with the reason
};

/// Reads the output of `scontrol --oneliner show partition`, `show node` and `show config`, and records of
/// sacctmgr's QoS in that form.
DetectedCluster read_slurm(std::string_view partitions, std::string_view nodes, std::string_view config,
                           std::string_view qos);

}  // namespace scalegen
