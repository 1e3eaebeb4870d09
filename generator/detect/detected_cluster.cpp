#include "generator/detect/detected_cluster.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <set>
#include <sstream>
#include <tuple>

namespace scalegen {

namespace {

SlurmRecord parse_record(const std::string& line) {
  SlurmRecord record;
  std::string ignored;  // what follows a key that stands a second time
  auto* value = &ignored;
  std::istringstream words(line);
  for (std::string word; words >> word;) {
    const auto equals = word.find('=');
    if (equals == std::string::npos || equals == 0) {
      *value += " " + word;
      continue;
    }
    const auto [at, is_new] = record.emplace(word.substr(0, equals), word.substr(equals + 1));
    value = is_new ? &at->second : &ignored;
  }
  return record;
}

std::string trimmed(std::string_view text) {
  const auto begin = text.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return "";
  return std::string(text.substr(begin, text.find_last_not_of(" \t") - begin + 1));
}

}  // namespace

std::vector<SlurmRecord> parse_slurm_records(std::string_view text) {
  std::vector<SlurmRecord> records;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (auto record = parse_record(line); !record.empty()) records.push_back(std::move(record));
  return records;
}

SlurmRecord parse_slurm_config(std::string_view text) {
  SlurmRecord config;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);)
    if (const auto equals = line.find('='); equals != std::string::npos)
      config.emplace(trimmed(std::string_view(line).substr(0, equals)),
                     trimmed(std::string_view(line).substr(equals + 1)));
  return config;
}

std::string said(const SlurmRecord& record, std::string_view key) {
  constexpr std::array<std::string_view, 4> kNothing = {"(null)", "N/A", "NONE", "UNLIMITED"};
  const auto found = record.find(key);
  if (found == record.end()) return "";
  return std::find(kNothing.begin(), kNothing.end(), found->second) == kNothing.end() ? found->second : "";
}

int number(const SlurmRecord& record, std::string_view key) {
  const auto text = said(record, key);
  int value = 0;
  const auto [stop, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && stop == text.data() + text.size() ? value : 0;
}

std::vector<std::string> words_of(std::string_view list) {
  std::vector<std::string> words;
  std::string word;
  int depth = 0;
  const auto take = [&] {
    if (!word.empty()) words.push_back(std::move(word));
    word.clear();
  };
  for (const char c : list) {
    depth += c == '(' || c == '[' ? 1 : c == ')' || c == ']' ? -1 : 0;
    if (c == ',' && depth == 0)
      take();
    else
      word += c;
  }
  take();
  return words;
}

namespace {

struct Gpus {
  int count = 0;
  std::string type{};  // empty where there are several, or none is said
};

/// Of one word of Gres=, as in gpu:a100:4(S:0-1).
void add_gres(std::string_view word, Gpus& gpus) {
  word = word.substr(0, word.find('('));
  constexpr std::string_view kPrefix = "gpu:";
  if (!word.starts_with(kPrefix)) return;
  word.remove_prefix(kPrefix.size());
  const auto colon = word.rfind(':');
  const auto count = colon == std::string_view::npos ? word : word.substr(colon + 1);
  const std::string type(colon == std::string_view::npos ? "" : word.substr(0, colon));
  int more = 0;
  std::from_chars(count.data(), count.data() + count.size(), more);
  gpus.type = gpus.count == 0 || gpus.type == type ? type : "";
  gpus.count += more;
}

Gpus gpus_of(const SlurmRecord& node) {
  Gpus gpus;
  for (const auto& word : words_of(said(node, "Gres"))) add_gres(word, gpus);
  return gpus;
}

/// The numbers of cores are those of CPUs only where a core is one.
std::vector<int> reserved_cores(const SlurmRecord& node, int threads_per_core) {
  std::vector<int> cores;
  if (threads_per_core != 1) return cores;
  for (const auto& range : words_of(said(node, "CPUSpecList"))) {
    const auto dash = range.find('-');
    const int first = std::atoi(range.c_str());
    const int last = dash == std::string::npos ? first : std::atoi(range.c_str() + dash + 1);
    for (int core = first; core <= last && cores.size() < 1024; ++core) cores.push_back(core);
  }
  return cores;
}

NodeKind kind_of(const SlurmRecord& node) {
  NodeKind kind{.nodes = 1, .threads_per_core = std::max(1, number(node, "ThreadsPerCore"))};
  const int cpus = number(node, "CPUEfctv") > 0 ? number(node, "CPUEfctv") : number(node, "CPUTot");
  kind.cores = std::max(1, cpus / kind.threads_per_core);
  kind.reserved_cores = reserved_cores(node, kind.threads_per_core);
  kind.memory_mib = std::max(0, number(node, "RealMemory") - number(node, "MemSpecLimit"));
  const auto gpus = gpus_of(node);
  kind.gpus = gpus.count;
  kind.gpu_type = gpus.type;
  kind.architecture = said(node, "Arch");
  return kind;
}

/// Nodes with a little more or less memory are alike.
bool alike(const NodeKind& a, const NodeKind& b) {
  const auto shape = [](const NodeKind& k) {
    return std::tie(k.cores, k.threads_per_core, k.gpus, k.gpu_type, k.architecture);
  };
  const auto [less, more] = std::minmax(a.memory_mib, b.memory_mib);
  return shape(a) == shape(b) && 10 * (more - less) <= more;
}

using Features = std::set<std::string>;

Features features_of(const SlurmRecord& node) {
  const auto words = words_of(said(node, "AvailableFeatures"));
  return {words.begin(), words.end()};
}

/// A kind with the features that all its nodes have, and those that any has.
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

std::string telling_feature(const Group& group, const std::vector<Group>& groups) {
  for (const auto& feature : group.all) {
    const bool elsewhere = std::any_of(groups.begin(), groups.end(), [&](const Group& other) {
      return &other != &group && other.any.contains(feature);
    });
    if (!elsewhere) return feature;
  }
  return "";
}

}  // namespace

std::vector<NodeKind> kinds_of_nodes(const std::vector<SlurmRecord>& nodes) {
  std::vector<Group> groups;
  for (const auto& node : nodes) {
    const auto kind = kind_of(node);
    const auto features = features_of(node);
    const auto same =
        std::find_if(groups.begin(), groups.end(), [&](auto& g) { return alike(g.kind, kind); });
    if (same == groups.end())
      groups.push_back({kind, features, features});
    else
      same->add(kind, features);
  }
  std::vector<NodeKind> kinds;
  for (auto& group : groups) {
    kinds.push_back(group.kind);
    if (groups.size() > 1) kinds.back().feature = telling_feature(group, groups);
  }
  return kinds;
}

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
