#include "generator/detect/detected_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <tuple>

#include "core/regex.hpp"
#include "core/units.hpp"

namespace scalegen {

namespace {

struct Gpus {
  int count = 0;
  std::string type{};  // empty if there are several types, or Slurm names none
  bool are_slices = false;
  bool are_mixed = false;
};

/// a100_1g.5gb, 3g.40gb: a slice of a GPU, as NVIDIA names it.
bool names_a_slice(const std::string& type) {
  static const Regex kForm("(?i)(?:^|[^0-9])[0-9]+g\\.[0-9]+gb");
  return partial_match(type, kForm);
}

/// Adds one word of Gres=, such as gpu:a100:4(S:0-1).
void add_gres(std::string_view word, Gpus& gpus) {
  word = word.substr(0, word.find('('));
  constexpr std::string_view kPrefix = "gpu:";
  if (!word.starts_with(kPrefix)) return;
  word.remove_prefix(kPrefix.size());
  const auto colon = word.rfind(':');
  const auto count = colon == std::string_view::npos ? word : word.substr(colon + 1);
  const std::string type(colon == std::string_view::npos ? "" : word.substr(0, colon));
  constexpr int kMost = 2'000;  // of a node; those of a million nodes are still an int
  int more = 0;
  std::from_chars(count.data(), count.data() + count.size(), more);
  more = std::clamp(more, 0, kMost) * (count.ends_with('K') ? 1024 : 1);
  const bool are_slices = names_a_slice(type);
  if (gpus.count > 0 && are_slices && !gpus.are_slices) return;  // a job gets the whole ones by their type
  if (gpus.are_slices && !are_slices) gpus = {};
  gpus.are_mixed = gpus.are_mixed || (gpus.count > 0 && gpus.type != type);
  gpus.type = gpus.count == 0 || gpus.type == type ? type : "";
  gpus.count = std::min(gpus.count + more, kMost);
  gpus.are_slices = are_slices;
}

Gpus gpus_of(const SlurmRecord& node) {
  Gpus gpus;
  for (const auto& word : split_list(text_of(node, "Gres"))) add_gres(word, gpus);
  return gpus;
}

/// Slurm numbers CPUs, which are cores only with one thread a core.
std::vector<int> reserved_cores(const SlurmRecord& node, int threads_per_core) {
  std::vector<int> cores;
  if (threads_per_core != 1) return cores;
  for (const auto& range : split_list(text_of(node, "CPUSpecList"))) {
    const auto dash = range.find('-');
    const std::int64_t first = std::atoi(range.c_str());
    const std::int64_t last = dash == std::string::npos ? first : std::atoi(range.c_str() + dash + 1);
    for (auto core = first; core <= last && cores.size() < 1024; ++core)
      cores.push_back(static_cast<int>(core));
  }
  return cores;
}

NodeKind kind_of(const SlurmRecord& node) {
  NodeKind kind{.nodes = 1, .threads_per_core = std::max(1, number_of(node, "ThreadsPerCore"))};
  const int cpus = number_of(node, "CPUEfctv") > 0 ? number_of(node, "CPUEfctv") : number_of(node, "CPUTot");
  kind.cores = std::max(1, cpus / kind.threads_per_core);
  kind.reserved_cores = reserved_cores(node, kind.threads_per_core);
  kind.memory_mib = std::max(0, number_of(node, "RealMemory") - number_of(node, "MemSpecLimit"));
  const auto gpus = gpus_of(node);
  kind.gpus = gpus.count;
  kind.gpu_type = gpus.type;
  kind.are_slices = gpus.are_slices;
  kind.are_mixed = gpus.are_mixed;
  kind.architecture = text_of(node, "Arch");
  return kind;
}

/// Nodes of the same kind may differ a little in memory.
bool alike(const NodeKind& a, const NodeKind& b) {
  const auto shape = [](const NodeKind& k) {
    return std::tie(k.cores, k.threads_per_core, k.gpus, k.gpu_type, k.architecture);
  };
  const auto [less, more] = std::minmax(a.memory_mib, b.memory_mib);
  return shape(a) == shape(b) && 10 * (more - less) <= more;
}

using Features = std::set<std::string>;

Features features_of(const SlurmRecord& node) {
  const auto words = split_list(text_of(node, "AvailableFeatures"));
  return {words.begin(), words.end()};
}

/// A kind of nodes, the features that all of its nodes have, and those that any of them has.
struct Group {
  NodeKind kind;
  Features all;
  Features any;

  void add(const NodeKind& node, const Features& features) {
    kind.memory_mib = std::min(kind.memory_mib, node.memory_mib);
    ++kind.nodes;
    std::erase_if(all, [&](const std::string& feature) { return !features.contains(feature); });
    any.insert(features.begin(), features.end());
  }
};

std::string distinguishing_feature(const Group& group, const std::vector<Group>& groups) {
  for (const auto& feature : group.all) {
    const bool elsewhere = std::ranges::any_of(
        groups, [&](const Group& other) { return &other != &group && other.any.contains(feature); });
    if (!elsewhere) return feature;
  }
  return "";
}

/// False for IDLE+DRAIN, DOWN* and FUTURE; a node that is POWERED_DOWN starts for a job.
bool takes_jobs(const SlurmRecord& node) {
  static const Regex kOut("(?:^|\\+)(?:DOWN|DRAIN(?:ED|ING)?|FUTURE|INVAL(?:ID_REG)?)(?:[^A-Z_]|$)");
  return !partial_match(text_of(node, "State"), kOut);
}

std::vector<SlurmRecord> nodes_of(const std::string& partition, const std::vector<SlurmRecord>& nodes) {
  std::vector<SlurmRecord> its;
  for (const auto& node : nodes) {
    const auto partitions = split_list(text_of(node, "Partitions"));
    if (std::ranges::find(partitions, partition) != partitions.end() && takes_jobs(node)) its.push_back(node);
  }
  return its;
}

/// Why no user can submit jobs to a partition; empty if they can.
std::string why_left_out(const SlurmRecord& partition, const std::vector<SlurmRecord>& nodes) {
  if (const auto state = text_of(partition, "State"); state != "UP") return "state " + state;
  if (text_of(partition, "RootOnly") == "YES") return "for root only";
  return nodes.empty() ? "no nodes that take jobs" : "";
}

/// Why only some users can submit jobs to a partition; empty if all can.
std::string access_limit(const SlurmRecord& partition) {
  for (const auto* who : {"AllowAccounts", "AllowGroups", "AllowQos"})
    if (const auto some = text_of(partition, who); !some.empty() && some != "ALL")
      return fmt::format("{}={}", who, some);
  return text_of(partition, "Hidden") == "YES" ? "hidden" : "";
}

bool is_exclusive(const SlurmRecord& partition) {
  return text_of(partition, "OverSubscribe") == "EXCLUSIVE" || text_of(partition, "Exclusive") == "NODE";
}

/// select/linear gives nodes alone, unless jobs may share even their cores.
bool gets_whole_nodes(const SlurmRecord& partition, const SlurmRecord& settings) {
  if (text_of(settings, "SelectType") != "select/linear") return is_exclusive(partition);
  const auto shared = text_of(partition, "OverSubscribe");
  return !shared.starts_with("YES") && !shared.starts_with("FORCE");
}

/// True if Slurm gives out memory, and all of a node to a job that asks for none.
bool gives_all_memory(const SlurmRecord& partition, const SlurmRecord& settings) {
  const bool counts_memory = text_of(settings, "SelectTypeParameters").find("MEMORY") != std::string::npos;
  return counts_memory && std::ranges::none_of(std::array{"DefMemPerCPU", "DefMemPerNode", "DefMemPerGPU"},
                                               [&](const char* key) {
                                                 return !text_of(partition, key).empty() ||
                                                        !text_of(settings, key).empty();
                                               });
}

constexpr std::array kLimitsOfQos{"MaxTRES", "MaxTRESPU", "GrpTRES"};

bool is_of_nodes(std::string_view limit) { return limit.starts_with("node="); }
bool is_of_gpus(std::string_view limit) { return limit.starts_with("gres/gpu="); }

/// That of a partition; empty if it has none.
SlurmRecord qos_of(const SlurmRecord& partition, const std::vector<SlurmRecord>& all) {
  const auto found = std::ranges::find_if(
      all, [&](const SlurmRecord& qos) { return text_of(qos, "Name") == text_of(partition, "QoS"); });
  return found == all.end() ? SlurmRecord{} : *found;
}

/// Settings of the site that may end or hold jobs within the limits which a profile has.
std::vector<std::string> checks_of(const SlurmRecord& partition, const SlurmRecord& settings,
                                   const SlurmRecord& qos) {
  std::vector<std::string> checks;
  const auto mode = text_of(partition, "PreemptMode");
  const auto type = text_of(settings, "PreemptType");
  if (!mode.empty() && mode != "OFF" && !type.empty() && type != "preempt/none")
    checks.push_back(fmt::format("other jobs may take the nodes of yours (PreemptMode={})", mode));
  for (const auto* key : kLimitsOfQos)
    for (const auto& limit : split_list(text_of(qos, key)))
      if (!is_of_nodes(limit) && !is_of_gpus(limit))
        checks.push_back(fmt::format("its QoS '{}' has {}={}", text_of(qos, "Name"), key, limit));
  return checks;
}

DetectedPartition partition_limits(const SlurmRecord& partition, const SlurmRecord& settings,
                                   const SlurmRecord& qos) {
  DetectedPartition limits{.slurm_name = text_of(partition, "PartitionName"),
                           .max_time = text_of(partition, "MaxTime"),
                           .whole_nodes = gets_whole_nodes(partition, settings),
                           .standard = text_of(partition, "Default") == "YES",
                           .reason = access_limit(partition),
                           .checks = checks_of(partition, settings, qos)};
  limits.mib_per_cpu = number_of(partition, "DefMemPerCPU");
  limits.max_mib_per_cpu =
      number_of(text_of(partition, "MaxMemPerCPU").empty() ? settings : partition, "MaxMemPerCPU");
  limits.holds_all_memory = !limits.whole_nodes && gives_all_memory(partition, settings);
  if (const int least = number_of(partition, "MinNodes"); least > 1) limits.min_nodes = least;
  if (const int most = number_of(partition, "MaxNodes"); most > 0) limits.max_nodes = most;
  return limits;
}

void lower(std::optional<int>& most, int limit) {
  if (limit > 0) most = std::min(most.value_or(limit), limit);
}

/// Sets what a job can have of a node, and gets without asking, where a partition gives less than all of it.
void limit_node(const SlurmRecord& record, DetectedPartition& partition) {
  auto& kind = partition.kind;
  if (const int most = number_of(record, "MaxCPUsPerNode") / kind.threads_per_core;
      most > 0 && most < kind.cores) {
    kind.cores = most;
    kind.reserved_cores.clear();  // their numbers are of the whole node
  }
  if (const int most = number_of(record, "MaxMemPerNode"); most > 0)
    kind.memory_mib = kind.memory_mib > 0 ? std::min<std::int64_t>(kind.memory_mib, most) : most;
}

/// Sets the limits of a partition's QoS on one job, or on all jobs that one is among.
void limit_job(const SlurmRecord& qos, DetectedPartition& partition) {
  for (const auto* key : kLimitsOfQos)
    for (const auto& limit : split_list(text_of(qos, key))) {
      const int most = std::atoi(limit.c_str() + (limit.find('=') + 1));  // without '=': not of these two
      if (is_of_nodes(limit)) lower(partition.max_nodes, most);
      if (is_of_gpus(limit)) lower(partition.max_gpus, most);
    }
  const auto longest = read_time("MaxWall", text_of(qos, "MaxWall"));
  const auto of_partition = read_time("MaxTime", partition.max_time);
  if (longest && (!of_partition || *longest < *of_partition)) partition.max_time = text_of(qos, "MaxWall");
}

/// Drops limits that the nodes of one kind cannot reach.
void fit_limits(DetectedPartition& partition) {
  const int nodes = partition.kind.nodes;
  if (partition.max_nodes && *partition.max_nodes >= nodes) partition.max_nodes.reset();
  if (partition.min_nodes && *partition.min_nodes > partition.max_nodes.value_or(nodes))
    partition.min_nodes = partition.max_nodes.value_or(nodes);
  const int least = partition.min_nodes.value_or(1) * (partition.whole_nodes ? partition.kind.gpus : 1);
  if (partition.kind.gpus == 0 || partition.max_gpus.value_or(0) < least) partition.max_gpus.reset();
}

/// True if a job can request exactly these nodes: by their feature, or because no others have such GPUs.
bool can_be_requested(const NodeKind& kind, const std::vector<NodeKind>& kinds) {
  const auto alike = std::ranges::count_if(kinds, [&](const NodeKind& other) {
    return other.gpus > 0 &&
           (kind.gpu_type.empty() || other.gpu_type.empty() || other.gpu_type == kind.gpu_type);
  });
  return kinds.size() == 1 || !kind.feature.empty() || (kind.gpus > 0 && alike == 1);
}

void add_partitions(const SlurmRecord& record, const std::vector<SlurmRecord>& nodes,
                    const std::vector<SlurmRecord>& qos, const SlurmRecord& settings,
                    std::vector<DetectedPartition>& partitions) {
  const auto own = qos_of(record, qos);
  auto limits = partition_limits(record, settings, own);
  limit_job(own, limits);
  const auto kinds = kinds_of_nodes(nodes);
  for (std::size_t i = 0; i < kinds.size(); ++i) {
    auto partition = limits;
    partition.name = i == 0 ? limits.slurm_name : fmt::format("{}-{}", limits.slurm_name, i + 1);
    partition.kind = kinds[i];
    limit_node(record, partition);
    if (kinds[i].are_slices) {
      partition.reason = "slices of GPUs, which NCCL does not join";
      partition.max_gpus = 1;
    }
    if (partition.reason.empty() && !can_be_requested(kinds[i], kinds))
      partition.reason = "no feature distinguishes these nodes from the others";
    fit_limits(partition);
    partitions.push_back(std::move(partition));
  }
}

}  // namespace

std::vector<NodeKind> kinds_of_nodes(const std::vector<SlurmRecord>& nodes) {
  std::vector<Group> groups;
  for (const auto& node : nodes) {
    const auto kind = kind_of(node);
    const auto features = features_of(node);
    const auto same = std::ranges::find_if(groups, [&](auto& g) { return alike(g.kind, kind); });
    if (same == groups.end())
      groups.push_back({kind, features, features});
    else
      same->add(kind, features);
  }
  std::vector<NodeKind> kinds;
  for (auto& group : groups) {
    kinds.push_back(group.kind);
    if (groups.size() > 1) kinds.back().feature = distinguishing_feature(group, groups);
  }
  return kinds;
}

DetectedCluster read_slurm(std::string_view partitions, std::string_view nodes, std::string_view config,
                           std::string_view qos) {
  const auto settings = parse_slurm_config(config);
  DetectedCluster cluster{.name = text_of(settings, "ClusterName"),
                          .version = text_of(settings, "SLURM_VERSION")};
  if (const auto select = text_of(settings, "SelectType"); !select.empty())
    cluster.shares_gpus_by_node = select == "select/cons_tres";
  cluster.largest_array = std::max(0, number_of(settings, "MaxArraySize") - 1);
  const auto all_nodes = parse_slurm_records(nodes);
  for (const auto& record : parse_slurm_records(partitions)) {
    const auto name = text_of(record, "PartitionName");
    const auto its_nodes = nodes_of(name, all_nodes);
    if (const auto why = why_left_out(record, its_nodes); !why.empty())
      cluster.left_out.push_back(fmt::format("{} ({})", name, why));
    else
      add_partitions(record, its_nodes, parse_slurm_records(qos), settings, cluster.partitions);
  }
  return cluster;
}

}  // namespace scalegen
