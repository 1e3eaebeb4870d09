// site_conf CLUSTER: the testbed's cluster file for a site, from the site's profile. Every number is the
// profile's, so what this Slurm accepts and refuses is what the profile says. README.md tells what the lines
// mean.
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <iostream>
#include <set>
#include <sstream>
#include <tuple>

#include "core/units.hpp"
#include "generator/profile/profile_reader.hpp"
#include "tests/slurm/site.hpp"
#include "tests/slurm/site_chooses.hpp"

namespace scalegen {
namespace {

constexpr std::int64_t kPlentyMib = 1'000'000'000;  // where the profile knows no limit, there is none

/// True if both are the same nodes, as far as a profile can tell.
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

/// No host's name has '_'.
std::string node_list(const Partition& owner) {
  auto name = owner.name;
  std::ranges::replace(name, '_', '-');
  return fmt::format("{}-[1-{}]", name, owner.nodes.value);
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

/// The least and the most that a job takes, as Slurm counts it; empty: no limit.
std::string tres_limits(const Partition& kind) {
  std::string limits;
  if (kind.max_gpus) limits += fmt::format(" MaxTRESPerJob=gres/gpu={}", kind.max_gpus->value);
  std::vector<std::string> least;
  if (kind.min_gpus) least.push_back(fmt::format("gres/gpu={}", kind.min_gpus->value));
  if (kind.min_cores) least.push_back(fmt::format("cpu={}", kind.min_cores->value));
  if (!least.empty()) limits += fmt::format(" MinTRESPerJob={}", fmt::join(least, ","));
  return limits;
}

std::string limits_qos(const Partition& kind) { return "limits-" + kind.name; }

/// Each kind of nodes, bin of sizes and QoS of one partition of the site is a partition here: site_chooses
/// finds it.
std::string partition_line(const Profile& profile, const Partition& kind) {
  auto line = fmt::format("PartitionName={} Nodes={}", kind.name, node_list(owner_of_nodes(profile, kind)));
  if (kind.min_nodes) line += fmt::format(" MinNodes={}", kind.min_nodes->value);
  if (kind.max_nodes) line += fmt::format(" MaxNodes={}", kind.max_nodes->value);
  line += fmt::format(" MaxTime={}", kind.max_time ? slurm_time(kind.max_time->value) : "INFINITE");
  if (kind.whole_nodes) line += " OverSubscribe=EXCLUSIVE";
  if (!tres_limits(kind).empty()) line += fmt::format(" QOS={}", limits_qos(kind));
  if (&kind == &profile.partitions.front()) line += " Default=YES";
  return line;
}

/// The input of sacctmgr: limits that a partition of Slurm's cannot express, the site's QoS, an account.
std::vector<std::string> accounting_lines(const Profile& profile) {
  std::vector<std::string> lines;
  std::set<std::string> allowed{"normal"};
  for (const auto& kind : profile.partitions)
    if (const auto limits = tres_limits(kind); !limits.empty())
      lines.push_back(fmt::format("add qos {} Flags=DenyOnLimit{}", limits_qos(kind), limits));
  for (const auto& qos : profile.qos) {
    auto line = fmt::format("add qos {} Flags=DenyOnLimit,OverPartQOS", qos.name);
    if (qos.max_time) line += " MaxWall=" + slurm_time(qos.max_time->value);
    std::vector<std::string> most;
    if (qos.max_nodes) most.push_back(fmt::format("node={}", qos.max_nodes->value));
    if (qos.max_gpus) most.push_back(fmt::format("gres/gpu={}", qos.max_gpus->value));
    if (!most.empty()) line += fmt::format(" MaxTRESPerJob={}", fmt::join(most, ","));
    lines.push_back(line);
    allowed.insert(qos.name);
  }
  for (const auto& kind : profile.partitions)
    if (!kind.qos.empty() && allowed.insert(kind.qos).second) lines.push_back("add qos " + kind.qos);
  if (lines.empty()) return {};
  lines.push_back(fmt::format("add account {} Description=project Organization=site", kAccount));
  lines.push_back(
      fmt::format("add user root Account={0} DefaultAccount={0} QOS={1}", kAccount, fmt::join(allowed, ",")));
  return lines;
}

void print_cluster_file(const Profile& profile) {
  std::cout << "# " << profile.title << ", by site_conf from its profile\n";
  std::cout << "GresTypes=gpu\n";
  for (const auto& kind : profile.partitions)
    if (&owner_of_nodes(profile, kind) == &kind) std::cout << node_line(kind) << '\n';
  for (const auto& kind : profile.partitions) std::cout << partition_line(profile, kind) << '\n';
  for (const auto& line : accounting_lines(profile)) std::cout << "#sacctmgr " << line << '\n';
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
