#include "generator/plan/partitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/units.hpp"

namespace scalegen::plan {
namespace {

using Partitions = std::vector<const Partition*>;

/// Why a partition cannot give what a rung asks for.
struct LimitViolation {
  std::string reason{};  // "asks for 32 nodes, but partition 'gpu' allows at most 16"
  std::string limit{};   // "clusters/cyclone.yaml:19 sets nodes: 16"; empty: no line sets it
};

std::string at_most(const std::string& asked, const Partition& partition, int most) {
  return fmt::format("asks for {}, but partition '{}' allows at most {}", asked, partition.name, most);
}

void check_nodes(const Partition& partition, const Rung& rung, std::vector<LimitViolation>& found) {
  const auto nodes = counted(rung.nodes, "node");
  if (const auto& most = most_nodes(partition); rung.nodes > most.value)
    found.push_back({at_most(nodes, partition, most.value),
                     cite_limit(partition.max_nodes ? "max_nodes" : "nodes", most)});
  if (const auto& least = partition.min_nodes; least && rung.nodes < least->value)
    found.push_back({fmt::format("asks for {}, but partition '{}' requires at least {}", nodes,
                                 partition.name, least->value),
                     cite_limit("min_nodes", *least)});
}

void check_gpus(const Partition& partition, const Rung& rung, std::vector<LimitViolation>& found) {
  const auto gpus = counted(world_size(rung), "GPU");
  if (rung.ranks_per_node > gpus_per_node(partition))
    found.push_back(
        {fmt::format("asks for {} a node, but a node of partition '{}' has {}",
                     counted(rung.ranks_per_node, "GPU"), partition.name, gpus_per_node(partition)),
         cite_limit("gpus_per_node", *partition.gpus_per_node)});
  if (const auto& least = partition.min_gpus; least && world_size(rung) < least->value)
    found.push_back({fmt::format("asks for {}, but partition '{}' requires at least {}", gpus, partition.name,
                                 least->value),
                     cite_limit("min_gpus", *least)});
  if (const auto& most = partition.max_gpus; most && world_size(rung) > most->value)
    found.push_back({at_most(gpus, partition, most->value), cite_limit("max_gpus", *most)});
}

std::vector<LimitViolation> violations(const Partition& partition, const Rung& rung) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  if (on_gpus && !partition.gpus_per_node)
    return {{fmt::format("needs GPUs, but partition '{}' has none", partition.name), ""}};
  std::vector<LimitViolation> found;
  check_nodes(partition, rung, found);
  if (on_gpus) check_gpus(partition, rung, found);
  return found;
}

int ranks_that_fit(const Partition& partition, DeviceKind device, int cpus_per_task) {
  return device == DeviceKind::gpu ? gpus_per_node(partition)
                                   : partition.cores_per_node.value / cpus_per_task;
}

/// Spreads the wanted ranks evenly over the rung's nodes: 6gpu becomes 2x3gpu rather than 2x4gpu.
Rung spread_evenly(const Partition& partition, const Rung& rung, int wanted) {
  Rung even = rung;
  even.ranks_per_node = (wanted + rung.nodes - 1) / rung.nodes;
  return even.ranks_per_node < rung.ranks_per_node && can_give(partition, even) ? even : rung;
}

/// The rung that the partition can give with the number of ranks closest to the wanted one.
std::optional<Rung> closest_on(const Partition& partition, const Rung& wanted, int cpus_per_task) {
  const int fit = ranks_that_fit(partition, wanted.device, cpus_per_task);
  if (fit < 1) return std::nullopt;
  Rung rung = wanted;
  rung.ranks_per_node = std::min(wanted.ranks_per_node, fit);
  int least = partition.min_nodes ? partition.min_nodes->value : 1;
  if (wanted.device == DeviceKind::gpu && partition.min_gpus)
    least = std::max(least, (partition.min_gpus->value + rung.ranks_per_node - 1) / rung.ranks_per_node);
  int most = most_nodes(partition).value;
  if (wanted.device == DeviceKind::gpu && partition.max_gpus)
    most = std::min(most, partition.max_gpus->value / rung.ranks_per_node);
  if (most < least) return std::nullopt;
  const int enough = (world_size(wanted) + rung.ranks_per_node - 1) / rung.ranks_per_node;
  rung.nodes = std::clamp(enough, least, most);
  rung = spread_evenly(partition, rung, world_size(wanted));
  rung.name = short_name(rung);
  return rung;
}

/// The names of the rungs closest to one that no partition can give: the largest below it and the smallest
/// above it, if there are such.
std::vector<std::string> nearest_rungs(const Partitions& partitions, const Rung& rung, int cpus_per_task) {
  const int wanted = world_size(rung);
  std::optional<Rung> below;
  std::optional<Rung> above;
  for (const auto* partition : partitions) {
    const auto near = closest_on(*partition, rung, cpus_per_task);
    if (!near) continue;
    auto& side = world_size(*near) <= wanted ? below : above;
    const auto distance = [&](const Rung& r) { return std::abs(world_size(r) - wanted); };
    if (!side || distance(*near) < distance(*side)) side = near;
  }
  std::vector<std::string> names;
  if (below) names.push_back(below->name);
  if (above) names.push_back(above->name);
  return names;
}

/// Partitions that may be taken without a request. Ranks on cores go where no GPU would lie idle, if they
/// can.
Partitions candidates(const Profile& profile, DeviceKind device) {
  Partitions with_gpus;
  Partitions without;
  for (const auto& partition : profile.partitions)
    if (partition.chosen) (partition.gpus_per_node ? with_gpus : without).push_back(&partition);
  if (device == DeviceKind::gpu) return with_gpus;
  return without.empty() ? with_gpus : without;
}

void put_fitting_kind_first(Partitions& partitions, const PartitionRequest& request) {
  std::stable_partition(partitions.begin(), partitions.end(), [&](const Partition* p) {
    return p->whole_nodes == fills_nodes(*p, request.rung_on(*p), request.cpus_per_task);
  });
}

std::string nearest_hint(const Partitions& partitions, const PartitionRequest& request) {
  const auto names = nearest_rungs(partitions, request.rung_on(*partitions.front()), request.cpus_per_task);
  if (names.empty()) return "";
  return fmt::format("the nearest {} {}", names.size() == 1 ? "available rung is" : "available rungs are",
                     fmt::join(names, " and "));
}

void report_only_partition(const Partition& partition, const PartitionRequest& request, Findings& findings) {
  auto hint = nearest_hint({&partition}, request);
  for (const auto& [reason, limit] : violations(partition, request.rung_on(partition)))
    findings.add_error(
        error_at(request.location, fmt::format("rung '{}' {}", request.rung, reason), std::exchange(hint, ""),
                 limit.empty() ? std::vector<std::string>{} : std::vector<std::string>{limit}));
}

void report_all_partitions(const Profile& profile, const Partitions& partitions,
                           const PartitionRequest& request, Findings& findings) {
  std::vector<std::string> notes;
  for (const auto* partition : partitions) {
    const auto [reason, limit] = violations(*partition, request.rung_on(*partition)).front();
    notes.push_back(limit.empty() ? "it " + reason : fmt::format("it {}: {}", reason, limit));
  }
  findings.add_error(error_at(
      request.location, fmt::format("no partition of '{}' can run rung '{}'", profile.name, request.rung),
      nearest_hint(partitions, request), std::move(notes)));
}

const ResolvedRung& largest_on_same_device(const ResolvedRung& rung, const std::vector<ResolvedRung>& rungs) {
  const auto size = [&](const Rung& r) {
    return std::tuple(r.device == rung.device, r.nodes, r.ranks_per_node);
  };
  return *std::max_element(rungs.begin(), rungs.end(),
                           [&](const Rung& a, const Rung& b) { return size(a) < size(b); });
}

bool have_same_nodes(const Partition& a, const Partition& b) {
  return gpus_per_node(a) == gpus_per_node(b) && a.cores_per_node.value == b.cores_per_node.value;
}

}  // namespace

bool can_give(const Partition& partition, const Rung& rung) { return violations(partition, rung).empty(); }

bool allows_time(const Partition& partition, std::chrono::seconds time_limit) {
  return !partition.max_time || time_limit <= partition.max_time->value;
}

bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task) {
  if (rung.device == DeviceKind::gpu) return rung.ranks_per_node >= gpus_per_node(partition);
  return rung.ranks_per_node * cpus_per_task >= partition.cores_per_node.value;
}

std::string short_name(const Rung& rung) {
  const auto ranks = fmt::format("{}{}", rung.ranks_per_node, rung.device == DeviceKind::gpu ? "gpu" : "cpu");
  return rung.nodes == 1 ? ranks : fmt::format("{}x{}", rung.nodes, ranks);
}

const Partition* choose_partition(const Profile& profile, const Partition* requested,
                                  const PartitionRequest& request, Findings& findings) {
  auto partitions = requested != nullptr ? Partitions{requested} : candidates(profile, request.device);
  if (partitions.empty()) {
    findings.add_error(
        error_at(request.location,
                 fmt::format("rung '{}' needs {}, but '{}' has none", request.rung,
                             request.device == DeviceKind::gpu ? "GPUs" : "a partition", profile.name)));
    return nullptr;
  }
  put_fitting_kind_first(partitions, request);
  Partitions able;
  std::copy_if(partitions.begin(), partitions.end(), std::back_inserter(able),
               [&](const Partition* p) { return can_give(*p, request.rung_on(*p)); });
  if (able.empty() && partitions.size() > 1) {
    report_all_partitions(profile, partitions, request, findings);
    return nullptr;
  }
  if (able.empty()) {
    report_only_partition(*partitions.front(), request, findings);
    return partitions.front();  // later checks report what else is wrong with the rung
  }
  const auto in_time = std::find_if(able.begin(), able.end(),
                                    [&](const Partition* p) { return allows_time(*p, request.time_limit); });
  return in_time != able.end() ? *in_time : able.front();  // check_limits reports that the time is too long
}

void merge_into_largest_partition(std::vector<ResolvedRung>& rungs) {
  for (auto& rung : rungs) {
    const auto* const partition = largest_on_same_device(rung, rungs).partition;
    if (partition == nullptr || rung.partition == nullptr || !have_same_nodes(*partition, *rung.partition))
      continue;
    if (can_give(*partition, rung)) rung.partition = partition;
  }
}

}  // namespace scalegen::plan
