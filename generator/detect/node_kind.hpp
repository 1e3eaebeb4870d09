#pragma once
#include <cstdint>
#include <string>
#include <vector>

#include "generator/detect/slurm_record.hpp"

namespace scalegen {

/// Nodes of a partition that are alike.
struct NodeKind {
  int nodes = 0;
  int cores = 0;                      // that jobs can have
  int threads_per_core = 1;           // which Slurm counts as CPUs
  std::vector<int> reserved_cores{};  // numbers of those that jobs cannot have, where Slurm says which
  std::int64_t memory_mib = 0;        // that jobs can have, on the node with the least
  int gpus = 0;
  std::string gpu_type{};
  std::string architecture{};  // empty: the nodes have not said
  std::string feature{};       // that all of them have and no others of the partition; empty: there is none
};

/// The kinds of nodes of one partition, in the order of their first nodes. Where there is one kind only, it
/// needs no feature.
std::vector<NodeKind> kinds_of_nodes(const std::vector<SlurmRecord>& nodes);

}  // namespace scalegen
