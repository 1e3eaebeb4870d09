// site_conf CLUSTER: the testbed's cluster file for a site, from the site's profile. Every number is the
// profile's, so what this Slurm accepts and refuses is what the profile says. README.md tells what the lines
// mean.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <sstream>
#include <tuple>

#include "core/units.hpp"
#include "generator/profile/profile_reader.hpp"
#include "tests/slurm/site.hpp"
#include "tests/slurm/site_chooses.hpp"

namespace scalegen {
namespace {

/// A partition of Slurm's, with the kinds of nodes in it.
struct SlurmPartition {
  std::string name{};
  std::vector<const Partition*> kinds{};
};

std::vector<SlurmPartition> slurm_partitions(const Profile& profile) {
  std::vector<SlurmPartition> partitions;
  for (const auto& kind : profile.partitions) {
    const auto same = [&](const SlurmPartition& p) { return p.name == kind.slurm_name; };
    auto found = std::find_if(partitions.begin(), partitions.end(), same);
    if (found == partitions.end()) found = partitions.insert(found, {kind.slurm_name, {}});
    found->kinds.push_back(&kind);
  }
  return partitions;
}

constexpr std::int64_t kPlentyMib = 1'000'000'000;  // where the profile knows no limit, there is none

/// Whether both are the same nodes, as far as a profile can tell.
bool same_nodes(const Partition& a, const Partition& b) {
  const auto hardware = [](const Partition& p) {
    return std::tuple(p.nodes.value, p.cores_per_node.value, p.reserved_cores,
                      p.memory_per_node ? p.memory_per_node->value : 0, gpus_per_node(p), p.cpu, p.gpu,
                      p.constraint);
  };
  return hardware(a) == hardware(b);
}

/// The first partition with the nodes of `kind`, which are named after it.
const Partition& owner_of_nodes(const Profile& profile, const Partition& kind) {
  return *std::find_if(profile.partitions.begin(), profile.partitions.end(),
                       [&](const Partition& other) { return same_nodes(other, kind); });
}

std::string node_list(const Partition& owner) {
  return fmt::format("{}-[1-{}]", owner.name, owner.nodes.value);
}

/// Its words, of which "nomig&gpu40" has two.
std::vector<std::string> features(const std::string& constraint) {
  std::vector<std::string> words{""};
  for (const char c : constraint) {
    if (std::string_view("&|,()[]!*").find(c) == std::string_view::npos)
      words.back() += c;
    else
      words.emplace_back();
  }
  std::erase(words, "");
  return words;
}

std::string node_line(const Partition& kind) {
  const auto cores = kind.cores_per_node.value + static_cast<int>(kind.reserved_cores.size());
  auto line = fmt::format("NodeName={} Sockets=1 CoresPerSocket={} ThreadsPerCore=1", node_list(kind), cores);
  if (!kind.reserved_cores.empty())
    line += fmt::format(" CpuSpecList={}", fmt::join(kind.reserved_cores, ","));
  line += fmt::format(" RealMemory={}", kind.memory_per_node ? kind.memory_per_node->value : kPlentyMib);
  if (gpus_per_node(kind) > 0)
    line +=
        fmt::format(" Gres=gpu:{}{}{}", kind.gpu_type, kind.gpu_type.empty() ? "" : ":", gpus_per_node(kind));
  if (const auto words = features(kind.constraint); !words.empty())
    line += fmt::format(" Feature={}", fmt::join(words, ","));
  return line;
}

/// The loosest of the kinds' limits; none where one kind has none. Slurm knows one limit for all of them.
template <class Value, class Looser>
std::optional<Value> loosest(const SlurmPartition& partition, std::optional<Located<Value>> Partition::*limit,
                             Looser looser) {
  std::optional<Value> found;
  for (const auto* kind : partition.kinds) {
    const auto& own = kind->*limit;
    if (!own) return std::nullopt;
    found = found ? looser(*found, own->value) : own->value;
  }
  return found;
}

const auto larger = [](auto a, auto b) { return std::max(a, b); };
const auto smaller = [](auto a, auto b) { return std::min(a, b); };

std::optional<int> most_gpus(const SlurmPartition& partition) {
  return loosest(partition, &Partition::max_gpus, larger);
}

/// What a job takes at least and at most, as Slurm counts it; empty: nothing.
std::string tres_limits(const SlurmPartition& partition) {
  std::string limits;
  if (const auto gpus = most_gpus(partition)) limits += fmt::format(" MaxTRESPerJob=gres/gpu={}", *gpus);
  std::vector<std::string> least;
  if (const auto gpus = loosest(partition, &Partition::min_gpus, smaller))
    least.push_back(fmt::format("gres/gpu={}", *gpus));
  if (const auto cores = loosest(partition, &Partition::min_cores, smaller))
    least.push_back(fmt::format("cpu={}", *cores));
  if (!least.empty()) limits += fmt::format(" MinTRESPerJob={}", fmt::join(least, ","));
  return limits;
}

std::string limits_qos(const SlurmPartition& partition) { return "limits-" + partition.name; }

std::string partition_line(const Profile& profile, const SlurmPartition& partition, bool first) {
  std::vector<std::string> nodes;
  for (const auto* kind : partition.kinds) nodes.push_back(node_list(owner_of_nodes(profile, *kind)));
  auto line = fmt::format("PartitionName={} Nodes={}", partition.name, fmt::join(nodes, ","));
  if (const auto least = loosest(partition, &Partition::min_nodes, smaller))
    line += fmt::format(" MinNodes={}", *least);
  if (const auto most = loosest(partition, &Partition::max_nodes, larger))
    line += fmt::format(" MaxNodes={}", *most);
  const auto time = loosest(partition, &Partition::max_time, larger);
  line += fmt::format(" MaxTime={}", time ? slurm_time(*time) : "INFINITE");
  if (partition.kinds.front()->whole_nodes) line += " OverSubscribe=EXCLUSIVE";
  if (!tres_limits(partition).empty()) line += fmt::format(" QOS={}", limits_qos(partition));
  if (first) line += " Default=YES";
  return line;
}

/// What sacctmgr sets up: limits that a partition of Slurm's cannot express, the site's QoS, an account.
std::vector<std::string> accounting_lines(const Profile& profile,
                                          const std::vector<SlurmPartition>& partitions) {
  std::vector<std::string> lines;
  std::vector<std::string> allowed{"normal"};
  for (const auto& partition : partitions)
    if (const auto limits = tres_limits(partition); !limits.empty())
      lines.push_back(fmt::format("add qos {} Flags=DenyOnLimit{}", limits_qos(partition), limits));
  for (const auto& qos : profile.qos) {
    auto line = fmt::format("add qos {} Flags=DenyOnLimit,OverPartQOS", qos.name);
    if (qos.max_time) line += " MaxWall=" + slurm_time(qos.max_time->value);
    std::vector<std::string> most;
    if (qos.max_nodes) most.push_back(fmt::format("node={}", qos.max_nodes->value));
    if (qos.max_gpus) most.push_back(fmt::format("gres/gpu={}", qos.max_gpus->value));
    if (!most.empty()) line += fmt::format(" MaxTRESPerJob={}", fmt::join(most, ","));
    lines.push_back(line);
    allowed.push_back(qos.name);
  }
  if (lines.empty()) return {};
  lines.push_back(fmt::format("add account {} Description=project Organization=site", kAccount));
  lines.push_back(
      fmt::format("add user root Account={0} DefaultAccount={0} QOS={1}", kAccount, fmt::join(allowed, ",")));
  return lines;
}

void print_cluster_file(const Profile& profile) {
  const auto partitions = slurm_partitions(profile);
  std::cout << "# " << profile.title << ", by site_conf from its profile\n";
  std::cout << "GresTypes=gpu\n";
  for (const auto& kind : profile.partitions)
    if (&owner_of_nodes(profile, kind) == &kind) std::cout << node_line(kind) << '\n';
  for (const auto& partition : partitions)
    std::cout << partition_line(profile, partition, &partition == &partitions.front()) << '\n';
  for (const auto& line : accounting_lines(profile, partitions)) std::cout << "#sacctmgr " << line << '\n';
  std::istringstream chooses(site_chooses(profile));
  for (std::string line; std::getline(chooses, line);) std::cout << "#job_submit.lua " << line << '\n';
}

}  // namespace
}  // namespace scalegen

int main(int argc, char** argv) {
  const auto profile = scalegen::find_profile(argc == 2 ? argv[1] : "");
  if (!profile) {
    std::cerr << scalegen::render(profile.error());
    return 2;
  }
  scalegen::print_cluster_file(*profile);
}
