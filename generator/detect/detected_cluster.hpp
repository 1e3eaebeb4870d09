#pragma once
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace scalegen {

/// One line of `scontrol --oneliner show`: Key=value Key=value ...
using SlurmRecord = std::map<std::string, std::string, std::less<>>;

/// A record for each line that is not empty. A word without '=' goes on with the value before it, as in
/// `OS=Linux 6.1`; of a key that stands twice the first counts.
std::vector<SlurmRecord> parse_slurm_records(std::string_view text);

/// `scontrol show config`: a line 'Key = value' each.
SlurmRecord parse_slurm_config(std::string_view text);

/// The value, or an empty text for a key that is not there and for (null), N/A, NONE and UNLIMITED.
std::string said(const SlurmRecord& record, std::string_view key);

/// The value as a whole number, or 0.
int number(const SlurmRecord& record, std::string_view key);

/// The words between commas; those within brackets stay together.
std::vector<std::string> words_of(std::string_view list);

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
