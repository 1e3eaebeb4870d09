#include <fmt/format.h>

#include <algorithm>

#include "generator/detect/detected_cluster.hpp"

namespace scalegen {
namespace {

std::vector<SlurmRecord> nodes_of(const std::string& partition, const std::vector<SlurmRecord>& nodes) {
  std::vector<SlurmRecord> its;
  for (const auto& node : nodes) {
    const auto partitions = words_of(said(node, "Partitions"));
    if (std::find(partitions.begin(), partitions.end(), partition) != partitions.end()) its.push_back(node);
  }
  return its;
}

/// Why a partition takes no jobs of anybody's, or nothing.
std::string why_left_out(const SlurmRecord& partition, const std::vector<SlurmRecord>& nodes) {
  if (const auto state = said(partition, "State"); state != "UP") return "state " + state;
  if (said(partition, "RootOnly") == "YES") return "for root alone";
  return nodes.empty() ? "no nodes" : "";
}

std::string why_to_ask(const SlurmRecord& partition) {
  for (const auto* who : {"AllowAccounts", "AllowGroups", "AllowQos"})
    if (const auto some = said(partition, who); !some.empty() && some != "ALL")
      return fmt::format("{}={}", who, some);
  return said(partition, "Hidden") == "YES" ? "hidden" : "";
}

bool is_exclusive(const SlurmRecord& partition) {
  return said(partition, "OverSubscribe") == "EXCLUSIVE" || said(partition, "Exclusive") == "NODE";
}

DetectedPartition limits_of(const SlurmRecord& partition) {
  DetectedPartition limits{.slurm_name = said(partition, "PartitionName"),
                           .max_time = said(partition, "MaxTime"),
                           .whole_nodes = is_exclusive(partition),
                           .standard = said(partition, "Default") == "YES",
                           .reason = why_to_ask(partition)};
  if (const int least = number(partition, "MinNodes"); least > 1) limits.min_nodes = least;
  if (const int most = number(partition, "MaxNodes"); most > 0) limits.max_nodes = most;
  return limits;
}

/// A limit that the nodes of one kind cannot reach is none.
void fit_limits(DetectedPartition& partition) {
  const int nodes = partition.kind.nodes;
  if (partition.max_nodes && *partition.max_nodes >= nodes) partition.max_nodes.reset();
  if (partition.min_nodes && *partition.min_nodes > partition.max_nodes.value_or(nodes))
    partition.min_nodes = partition.max_nodes.value_or(nodes);
}

/// Whether a request lands on these nodes alone: by their feature, or because no others have GPUs.
bool can_be_asked_for(const NodeKind& kind, const std::vector<NodeKind>& kinds) {
  const auto with_gpus =
      std::count_if(kinds.begin(), kinds.end(), [](const NodeKind& other) { return other.gpus > 0; });
  return kinds.size() == 1 || !kind.feature.empty() || (kind.gpus > 0 && with_gpus == 1);
}

void add_partitions(const SlurmRecord& record, const std::vector<SlurmRecord>& nodes,
                    std::vector<DetectedPartition>& partitions) {
  const auto limits = limits_of(record);
  const auto kinds = kinds_of_nodes(nodes);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto partition = limits;
    partition.name = i == 0 ? limits.slurm_name : fmt::format("{}-{}", limits.slurm_name, i + 1);
    partition.kind = kinds[i];
    if (partition.reason.empty() && !can_be_asked_for(kinds[i], kinds))
      partition.reason = "no feature tells these nodes from the others";
    fit_limits(partition);
    partitions.push_back(std::move(partition));
  }
}

}  // namespace

DetectedCluster read_slurm(std::string_view partitions, std::string_view nodes, std::string_view config) {
  const auto settings = parse_slurm_config(config);
  DetectedCluster cluster{.name = said(settings, "ClusterName"), .version = said(settings, "SLURM_VERSION")};
  if (const auto select = said(settings, "SelectType"); !select.empty())
    cluster.shares_gpus_by_node = select == "select/cons_tres";
  const auto all_nodes = parse_slurm_records(nodes);
  for (const auto& record : parse_slurm_records(partitions)) {
    const auto name = said(record, "PartitionName");
    const auto its_nodes = nodes_of(name, all_nodes);
    if (const auto why = why_left_out(record, its_nodes); !why.empty())
      cluster.left_out.push_back(fmt::format("{} ({})", name, why));
    else
      add_partitions(record, its_nodes, cluster.partitions);
  }
  return cluster;
}

}  // namespace scalegen
