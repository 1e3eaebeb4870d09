#include "generator/detect/node_kind.hpp"

#include <algorithm>
#include <charconv>
#include <set>
#include <tuple>

namespace scalegen {
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

}  // namespace scalegen
