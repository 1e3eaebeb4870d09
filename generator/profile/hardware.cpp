#include "generator/profile/group_readers.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/source_location.hpp"
#include "core/text.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_checks.hpp"
#include "generator/sweep_file/job_options.hpp"

namespace scalegen {

namespace {

constexpr std::string_view kForms =
    "write site, refused, {per_node: 440G}, {per_core: 2900M} or {per_gpu: 110G}";

/// `memory`: `site`, `refused`, or one of {per_node: 440G}, {per_core: 2900M}, {per_gpu: 110G}.
MemoryRule read_memory_rule(MapReader& partition) {
  const auto* const node = partition.node("memory");
  if (node == nullptr) return {};
  if (node->kind == YamlNode::Kind::map) return read_amount_of_memory(partition.within(*node), kForms);
  if (node->kind == YamlNode::Kind::scalar && node->text == "site")
    return {MemoryRule::Kind::site_default, 0, partition.location_of(*node)};
  if (node->kind == YamlNode::Kind::scalar && node->text == "refused")
    return {MemoryRule::Kind::refused, 0, partition.location_of(*node)};
  partition.report(*node, "unknown value for 'memory'", std::string(kForms));
  return {};
}

constexpr int kMostGpusOfANode = 1024;

std::string directive_value(MapReader& reader, std::string_view key) {
  return read_directive_value(reader, key).value_or(Located<std::string>{}).value;
}

void read_names(MapReader& reader, Partition& partition) {
  partition.name = directive_value(reader, "name");
  partition.slurm_name = directive_value(reader, "partition");
  if (partition.slurm_name.empty()) partition.slurm_name = partition.name;
  partition.known = read_yes_or_no(reader, "known").value_or(true);
  partition.named = read_yes_or_no(reader, "named").value_or(true) && partition.known;
  partition.chosen = read_yes_or_no(reader, "chosen").value_or(true);
  partition.constraint = directive_value(reader, "constraint");
  partition.qos = directive_value(reader, "qos");
}

void read_limits(MapReader& reader, Partition& partition) {
  partition.nodes = reader.integer("nodes", 1, kMostOfACluster).value_or(Located<int>{});
  partition.min_nodes = reader.integer("min_nodes", 1, kMostOfACluster);
  partition.max_nodes = reader.integer("max_nodes", 1, kMostOfACluster);
  partition.min_gpus = reader.integer("min_gpus", 1, kMostOfACluster);
  partition.max_gpus = reader.integer("max_gpus", 1, kMostOfACluster);
  partition.min_cores = reader.integer("min_cores", 1, kMostOfACluster);
  partition.max_units = reader.integer("max_units", 1, kMostOfACluster);
  partition.max_time = reader.time("max_time");
  partition.whole_nodes = read_yes_or_no(reader, "whole_nodes").value_or(false);
}

/// The numbers of the cores that jobs cannot use.
std::vector<int> read_reserved_cores(MapReader& reader, const Located<int>& cores) {
  std::vector<int> reserved;
  const auto* const list = reader.list("reserved_cores");
  if (list == nullptr) return reserved;
  const int all = cores.value + static_cast<int>(list->items.size());
  for (const auto& item : list->items) {
    const auto value = value_of(item);
    const auto* const number = std::get_if<std::int64_t>(&value);
    if (number == nullptr || *number < 0)
      reader.report(item, "'reserved_cores' must be a list of numbers of cores, from 0");
    else if (cores.location.file && *number >= all)
      reader.report(item, fmt::format("a node with {} and {} reserved ones has no core {}", cores.value,
                                      list->items.size(), *number));
    else if (std::ranges::find(reserved, *number) != reserved.end())
      reader.report(item, fmt::format("core {} is reserved twice", *number));
    else
      reserved.push_back(static_cast<int>(*number));
  }
  return reserved;
}

void read_nodes(MapReader& reader, Partition& partition) {
  partition.cores_per_node = reader.integer("cores_per_node", 1, kMostOfACluster).value_or(Located<int>{});
  constexpr int kMostThreads = 8;
  if (const auto threads = reader.integer("threads_per_core", 1, kMostThreads))
    partition.threads_per_core = threads->value;
  partition.reserved_cores = read_reserved_cores(reader, partition.cores_per_node);
  partition.memory_per_node = reader.memory_mib("memory_per_node");
  partition.max_memory_per_core = reader.memory_mib("max_memory_per_core");
  partition.memory = read_memory_rule(reader);
  partition.gpus_per_node = reader.integer("gpus_per_node", 1, kMostGpusOfANode);
  partition.cpu = read_text(reader, "cpu");
  partition.gpu = read_text(reader, "gpu");
  partition.gpu_type = directive_value(reader, "gpu_type");
  if (auto word = read_architecture(reader)) partition.architecture = std::move(word->value);
}

bool refuse_unknown_names(MapReader& reader, const Expression& units) {
  static const std::vector<std::string> known{"nodes", "cores", "gpus", "memory_gib"};
  bool all_known = true;
  for (const auto& name : units.names()) {
    if (std::ranges::find(known, name.value) != known.end()) continue;
    reader.report_at(name.location, fmt::format("'{}' is unknown in a bill", name.value),
                     did_you_mean(name.value, known));
    all_known = false;
  }
  return !all_known;
}

/// Evaluates the bill for a made-up job, so that a mistake shows when the profile is read.
void check_bill(MapReader& reader, const Expression& units, const Located<std::string>& text) {
  auto bill = units.evaluate({{"nodes", std::int64_t{2}},
                              {"cores", std::int64_t{30}},
                              {"gpus", std::int64_t{7}},
                              {"memory_gib", 110.5}});
  if (!bill)
    reader.report(std::move(bill.error()));
  else if (const auto* const word = std::get_if<std::string>(&*bill))
    reader.report_at(text.location, fmt::format("a bill must be a number, not the word '{}'", *word),
                     "write it as in units: \"nodes * 256\"");
}

void read_units(MapReader& reader, const Located<std::string>& text, Partition& partition) {
  auto units = Expression::parse(text);
  if (!units) return reader.report(std::move(units.error()));
  if (!refuse_unknown_names(reader, *units)) check_bill(reader, *units, text);
  partition.billing = std::move(*units);
}

void read_billing(MapReader& reader, Partition& partition) {
  const auto* const map = reader.map("billing");
  if (map == nullptr) return;
  auto billing = reader.within(*map);
  for (const auto* key : {"units", "unit"})
    billing.require(key, "write billing: {units: \"nodes * 256\", unit: billing units}");
  partition.billing_unit = read_text(billing, "unit");
  if (const auto units = billing.text("units")) read_units(billing, *units, partition);
  billing.refuse_unknown_keys();
}

Partition read_partition(MapReader reader) {
  for (const auto* key : {"name", "nodes", "cores_per_node"})
    reader.require(key, "a partition has a name, a number of nodes and of cores a node");
  Partition partition;
  read_names(reader, partition);
  read_limits(reader, partition);
  read_nodes(reader, partition);
  read_billing(reader, partition);
  reader.refuse_unknown_keys();
  reader.report(check_partition(partition));
  return partition;
}

/// The cores that each GPU of a node has for its rank: the least of all partitions.
int cores_per_gpu(const std::vector<Partition>& partitions) {
  std::optional<int> least;
  for (const auto& p : partitions)
    if (const int gpus = gpus_per_node(p); gpus > 0)
      least = std::min(least.value_or(p.cores_per_node.value), p.cores_per_node.value / gpus);
  return std::max(1, least.value_or(1));
}

void refuse_second(MapReader& group, const Partition& partition, const YamlNode& map,
                   const Profile& profile) {
  const auto same = [&](const Partition& p) { return !p.name.empty() && p.name == partition.name; };
  const auto& all = profile.partitions;
  const auto first = std::ranges::find_if(all, same);
  if (first == all.end()) return;
  group.report_at(
      group.location_of(*find(map, "name")), fmt::format("two partitions are called '{}'", partition.name),
      "for kinds of nodes of one partition use other names, and 'partition: " + partition.name + "' in each",
      {cite_limit("nodes", first->nodes)});
}

}  // namespace

void read_hardware(MapReader& group, Profile& profile) {
  group.require("partitions", "a cluster needs at least one partition");
  const auto* const partitions = group.list("partitions");
  if (partitions == nullptr) return;
  for (const auto& item : partitions->items) {
    if (item.kind != YamlNode::Kind::map) {
      group.report(item, "a partition is a map with 'name', 'nodes' and 'cores_per_node'");
      continue;
    }
    auto partition = read_partition(group.within(item));
    refuse_second(group, partition, item, profile);
    profile.partitions.push_back(std::move(partition));
  }
  profile.cpus_per_gpu_rank = cores_per_gpu(profile.partitions);  // unless `launch:` says otherwise
}

}  // namespace scalegen
