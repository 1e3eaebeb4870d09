#include "generator/plan/partitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/units.hpp"

namespace scalegen {

namespace {

std::string at_most(const std::string& asked, const Partition& partition, int most) {
  return fmt::format("asks for {}, and partition '{}' gives at most {}", asked, partition.name, most);
}

}  // namespace

std::vector<Refusal> refusals(const Partition& partition, const Rung& rung) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  if (on_gpus && !partition.gpus_per_node)
    return {{fmt::format("needs GPUs, and partition '{}' has none", partition.name), ""}};
  std::vector<Refusal> found;
  const auto nodes = counted(rung.nodes, "node");
  if (const auto& most = most_nodes(partition); rung.nodes > most.value)
    found.push_back({at_most(nodes, partition, most.value),
                     cite_limit(partition.max_nodes ? "max_nodes" : "nodes", most)});
  if (const auto& least = partition.min_nodes; least && rung.nodes < least->value)
    found.push_back({fmt::format("asks for {}, and partition '{}' gives no less than {}", nodes,
                                 partition.name, least->value),
                     cite_limit("min_nodes", *least)});
  if (on_gpus && rung.ranks_per_node > gpus_per_node(partition))
    found.push_back(
        {fmt::format("asks for {} a node, and a node of partition '{}' has {}",
                     counted(rung.ranks_per_node, "GPU"), partition.name, gpus_per_node(partition)),
         cite_limit("gpus_per_node", *partition.gpus_per_node)});
  if (const auto& least = partition.min_gpus; on_gpus && least && world_size(rung) < least->value)
    found.push_back({fmt::format("asks for {}, and partition '{}' gives no less than {}",
                                 counted(world_size(rung), "GPU"), partition.name, least->value),
                     cite_limit("min_gpus", *least)});
  if (const auto& most = partition.max_gpus; on_gpus && most && world_size(rung) > most->value)
    found.push_back(
        {at_most(counted(world_size(rung), "GPU"), partition, most->value), cite_limit("max_gpus", *most)});
  return found;
}

bool allows(const Partition& partition, std::chrono::seconds time_limit) {
  return !partition.max_time || time_limit <= partition.max_time->value;
}

bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task) {
  if (rung.device == DeviceKind::gpu) return rung.ranks_per_node >= gpus_per_node(partition);
  return rung.ranks_per_node * cpus_per_task >= partition.cores_per_node.value;
}

namespace {

int ranks_that_fit(const Partition& partition, DeviceKind device, int cpus_per_task) {
  return device == DeviceKind::gpu ? gpus_per_node(partition)
                                   : partition.cores_per_node.value / cpus_per_task;
}

/// As many ranks on each node as reach the wanted number: 6gpu becomes 2x3gpu rather than 2x4gpu.
Rung spread_evenly(const Partition& partition, const Rung& rung, int wanted) {
  Rung even = rung;
  even.ranks_per_node = (wanted + rung.nodes - 1) / rung.nodes;
  return even.ranks_per_node < rung.ranks_per_node && refusals(partition, even).empty() ? even : rung;
}

/// The wanted ranks on this partition's nodes, with as many nodes as it allows.
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

}  // namespace

std::string short_name(const Rung& rung) {
  const auto ranks = fmt::format("{}{}", rung.ranks_per_node, rung.device == DeviceKind::gpu ? "gpu" : "cpu");
  return rung.nodes == 1 ? ranks : fmt::format("{}x{}", rung.nodes, ranks);
}

std::vector<std::string> nearest_rungs(const std::vector<const Partition*>& partitions, const Rung& rung,
                                       int cpus_per_task) {
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

namespace {

using Partitions = std::vector<const Partition*>;

/// Those that may be taken without being asked for. Ranks on cores go where no GPU would lie idle, if they
/// can.
Partitions candidates(const Profile& profile, DeviceKind device) {
  Partitions with_gpus;
  Partitions without;
  for (const auto& partition : profile.partitions)
    if (partition.chosen) (partition.gpus_per_node ? with_gpus : without).push_back(&partition);
  if (device == DeviceKind::gpu) return with_gpus;
  return without.empty() ? with_gpus : without;
}

void put_fitting_kind_first(Partitions& partitions, const PartitionWish& wish) {
  std::stable_partition(partitions.begin(), partitions.end(), [&](const Partition* p) {
    return p->whole_nodes == fills_nodes(*p, wish.rung_on(*p), wish.cpus_per_task);
  });
}

std::string nearest(const Partitions& partitions, const PartitionWish& wish) {
  const auto names = nearest_rungs(partitions, wish.rung_on(*partitions.front()), wish.cpus_per_task);
  if (names.empty()) return "";
  return fmt::format("the nearest {} {}", names.size() == 1 ? "rung that can be had is" : "rungs are",
                     fmt::join(names, " and "));
}

std::vector<std::string> notes_of(const Refusal& refusal) {
  return refusal.set_by.empty() ? std::vector<std::string>{} : std::vector{refusal.set_by};
}

void report_one(const Partition& partition, const PartitionWish& wish, Diagnostics& errors) {
  auto hint = nearest({&partition}, wish);
  for (const auto& refusal : refusals(partition, wish.rung_on(partition))) {
    errors.push_back(error_at(wish.location, fmt::format("rung '{}' {}", wish.name, refusal.reason),
                              std::exchange(hint, ""), notes_of(refusal)));
  }
}

void report_all(const Profile& profile, const Partitions& partitions, const PartitionWish& wish,
                Diagnostics& errors) {
  std::vector<std::string> notes;
  for (const auto* partition : partitions) {
    const auto first = refusals(*partition, wish.rung_on(*partition)).front();
    notes.push_back(first.set_by.empty() ? "it " + first.reason
                                         : fmt::format("it {}: {}", first.reason, first.set_by));
  }
  errors.push_back(error_at(wish.location,
                            fmt::format("no partition of '{}' gives rung '{}'", profile.name, wish.name),
                            nearest(partitions, wish), std::move(notes)));
}

}  // namespace

const Partition* choose_partition(const Profile& profile, const Partition* asked, const PartitionWish& wish,
                                  Diagnostics& errors) {
  auto partitions = asked != nullptr ? Partitions{asked} : candidates(profile, wish.device);
  if (partitions.empty()) {
    errors.push_back(error_at(
        wish.location, fmt::format("rung '{}' needs {}, and '{}' has none", wish.name,
                                   wish.device == DeviceKind::gpu ? "GPUs" : "a partition", profile.name)));
    return nullptr;
  }
  put_fitting_kind_first(partitions, wish);
  Partitions able;
  std::copy_if(partitions.begin(), partitions.end(), std::back_inserter(able),
               [&](const Partition* p) { return refusals(*p, wish.rung_on(*p)).empty(); });
  if (able.empty() && partitions.size() > 1) {
    report_all(profile, partitions, wish, errors);
    return nullptr;
  }
  if (able.empty()) {
    report_one(*partitions.front(), wish, errors);
    return partitions.front();  // so that all else that is wrong with the rung is found too
  }
  const auto in_time =
      std::find_if(able.begin(), able.end(), [&](const Partition* p) { return allows(*p, wish.time_limit); });
  return in_time != able.end() ? *in_time : able.front();  // check_limits says that the time is too long
}

namespace {

const Step& largest_like(const Step& step, const std::vector<Step>& steps) {
  const auto size = [&](const Step& s) {
    return std::tuple(s.rung.device == step.rung.device, s.rung.nodes, s.rung.ranks_per_node);
  };
  return *std::max_element(steps.begin(), steps.end(),
                           [&](const Step& a, const Step& b) { return size(a) < size(b); });
}

bool has_same_nodes(const Partition& a, const Partition& b) {
  return gpus_per_node(a) == gpus_per_node(b) && a.cores_per_node.value == b.cores_per_node.value;
}

}  // namespace

void bring_together(std::vector<Step>& steps) {
  for (auto& step : steps) {
    const auto* const partition = largest_like(step, steps).partition;
    if (partition == nullptr || step.partition == nullptr || !has_same_nodes(*partition, *step.partition))
      continue;
    if (refusals(*partition, step.rung).empty()) step.partition = partition;
  }
}

}  // namespace scalegen
