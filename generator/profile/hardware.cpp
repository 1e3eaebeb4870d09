#include "generator/profile/hardware.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/text.hpp"
#include "generator/profile/groups.hpp"
#include "generator/profile/profile_checks.hpp"
#include "generator/sweep_file/job_extras.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

namespace {

constexpr std::string_view kForms =
    "write site, refused, {per_node: 440G}, {per_core: 2900M} or {per_gpu: 110G}";

using Word = std::pair<const char*, MemoryRule::Of>;
constexpr std::array<Word, 3> kAmounts{{{"per_node", MemoryRule::Of::node},
                                        {"per_core", MemoryRule::Of::core},
                                        {"per_gpu", MemoryRule::Of::gpu}}};

MemoryRule read_amount(Group& group, const YamlNode& map) {
  auto reader = group.within(map);
  MemoryRule rule;
  for (const auto& [word, of] : kAmounts)
    if (const auto amount = reader.memory_mib(word)) rule = {of, amount->value, amount->location};
  reader.refuse_unknown_keys();
  if (map.entries.size() != 1) reader.report(map, "'memory' says one thing alone", std::string(kForms));
  return rule;
}

}  // namespace

MemoryRule read_memory_rule(Group& group, MapReader& partition) {
  const auto* const node = partition.node("memory");
  if (node == nullptr) return {};
  if (node->kind == YamlNode::Kind::map) return read_amount(group, *node);
  if (node->kind == YamlNode::Kind::scalar && node->text == "site")
    return {MemoryRule::Of::site, 0, partition.location_of(*node)};
  if (node->kind == YamlNode::Kind::scalar && node->text == "refused")
    return {MemoryRule::Of::refused, 0, partition.location_of(*node)};
  partition.report(*node, "'memory' is not understood", std::string(kForms));
  return {};
}

namespace {

constexpr int kMost = 1'000'000;
constexpr int kMostGpusOfANode = 1024;

std::string directive_value(Group& group, MapReader& reader, std::string_view key) {
  return read_directive_value(reader, key, group.errors).value_or(Located<std::string>{}).value;
}

std::string text(MapReader& reader, std::string_view key) {
  return reader.text(key).value_or(Located<std::string>{}).value;
}

void read_names(Group& group, MapReader& reader, Partition& partition) {
  partition.name = directive_value(group, reader, "name");
  partition.slurm_name = directive_value(group, reader, "partition");
  if (partition.slurm_name.empty()) partition.slurm_name = partition.name;
  partition.named = read_yes_or_no(reader, "named").value_or(true);
  partition.chosen = read_yes_or_no(reader, "chosen").value_or(true);
  partition.constraint = directive_value(group, reader, "constraint");
}

void read_limits(MapReader& reader, Partition& partition) {
  partition.nodes = reader.integer("nodes", 1, kMost).value_or(Located<int>{});
  partition.min_nodes = reader.integer("min_nodes", 1, kMost);
  partition.max_nodes = reader.integer("max_nodes", 1, kMost);
  partition.min_gpus = reader.integer("min_gpus", 1, kMost);
  partition.max_gpus = reader.integer("max_gpus", 1, kMost);
  partition.min_cores = reader.integer("min_cores", 1, kMost);
  partition.max_units = reader.integer("max_units", 1, kMost);
  partition.max_time = reader.time("max_time");
  partition.whole_nodes = read_yes_or_no(reader, "whole_nodes").value_or(false);
}

std::string read_architecture(MapReader& reader) {
  const auto word = read_architecture_of(reader);
  return word ? word->value : Partition{}.architecture;
}

/// The numbers of cores that the site keeps for itself.
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
    else if (std::find(reserved.begin(), reserved.end(), *number) != reserved.end())
      reader.report(item, fmt::format("core {} is reserved twice", *number));
    else
      reserved.push_back(static_cast<int>(*number));
  }
  return reserved;
}

void read_nodes(Group& group, MapReader& reader, Partition& partition) {
  partition.cores_per_node = reader.integer("cores_per_node", 1, kMost).value_or(Located<int>{});
  partition.reserved_cores = read_reserved_cores(reader, partition.cores_per_node);
  partition.memory_per_node = reader.memory_mib("memory_per_node");
  partition.memory = read_memory_rule(group, reader);
  partition.gpus_per_node = reader.integer("gpus_per_node", 1, kMostGpusOfANode);
  partition.cpu = text(reader, "cpu");
  partition.gpu = text(reader, "gpu");
  partition.gpu_type = directive_value(group, reader, "gpu_type");
  partition.architecture = read_architecture(reader);
}

void refuse_unknown_names(const Expression& units, Diagnostics& errors) {
  static const std::vector<std::string> known{"nodes", "cores", "gpus", "memory_gib"};
  for (const auto& name : units.names())
    if (std::find(known.begin(), known.end(), name.value) == known.end())
      errors.push_back(error_at(name.location, fmt::format("a bill knows no '{}'", name.value),
                                did_you_mean(name.value, known)));
}

/// Tried on a job that no one submits, so that a mistake is seen before there is a price.
void refuse_what_is_no_number(const Expression& units, const Located<std::string>& text,
                              Diagnostics& errors) {
  const auto bill = units.evaluate({{"nodes", std::int64_t{2}},
                                    {"cores", std::int64_t{30}},
                                    {"gpus", std::int64_t{7}},
                                    {"memory_gib", 110.5}});
  if (!bill)
    errors.insert(errors.end(), bill.error().begin(), bill.error().end());
  else if (const auto* const word = std::get_if<std::string>(&*bill))
    errors.push_back(error_at(text.location,
                              fmt::format("a bill is a number, and this is the word '{}'", *word),
                              "write it as in units: \"nodes * 256\""));
}

void read_billing(Group& group, MapReader& reader, Partition& partition) {
  const auto* const map = reader.map("billing");
  if (map == nullptr) return;
  auto billing = group.within(*map);
  for (const auto* key : {"units", "unit"})
    billing.require(key, "write billing: {units: \"nodes * 256\", unit: billing units}");
  partition.billing_unit = text(billing, "unit");
  if (const auto units = billing.text("units")) {
    auto expression = Expression::parse(*units);
    if (expression) {
      const auto before = group.errors.size();
      refuse_unknown_names(*expression, group.errors);
      if (group.errors.size() == before) refuse_what_is_no_number(*expression, *units, group.errors);
      partition.billing = std::move(*expression);
      partition.billing_text = units->value;
    } else {
      group.errors.insert(group.errors.end(), expression.error().begin(), expression.error().end());
    }
  }
  billing.refuse_unknown_keys();
}

Partition read_partition(Group& group, const YamlNode& map) {
  auto reader = group.within(map);
  for (const auto* key : {"name", "nodes", "cores_per_node"})
    reader.require(key, "a partition has a name, a number of nodes and of cores a node");
  Partition partition;
  read_names(group, reader, partition);
  read_limits(reader, partition);
  read_nodes(group, reader, partition);
  read_billing(group, reader, partition);
  reader.refuse_unknown_keys();
  check_partition(partition, group.errors);
  return partition;
}

void refuse_a_second(const Partition& partition, const YamlNode& map, Group& group, const Profile& profile) {
  const auto same = [&](const Partition& p) { return !p.name.empty() && p.name == partition.name; };
  const auto& all = profile.partitions;
  const auto first = std::find_if(all.begin(), all.end(), same);
  if (first == all.end()) return;
  group.errors.push_back(error_at(
      group.reader.location_of(*find(map, "name")),
      fmt::format("two partitions are called '{}'", partition.name),
      "kinds of nodes of one partition: other names, and 'partition: " + partition.name + "' in each",
      {cite_limit("nodes", first->nodes)}));
}

}  // namespace

void read_hardware(Group& group, Profile& profile) {
  group.reader.require("partitions", "a cluster needs at least one partition");
  const auto* const partitions = group.reader.list("partitions");
  if (partitions == nullptr) return;
  for (const auto& item : partitions->items) {
    if (item.kind != YamlNode::Kind::map) {
      group.reader.report(item, "a partition is a map with 'name', 'nodes' and 'cores_per_node'");
      continue;
    }
    auto partition = read_partition(group, item);
    refuse_a_second(partition, item, group, profile);
    profile.partitions.push_back(std::move(partition));
  }
}

}  // namespace scalegen
