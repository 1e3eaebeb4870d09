#include "generator/plan/partitions.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>
#include <tuple>

#include "core/units.hpp"
#include "generator/profile/profile_table.hpp"

namespace scalegen::plan {
namespace {

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
  if (!partition.known) return found;
  check_nodes(partition, rung, found);
  if (on_gpus) check_gpus(partition, rung, found);
  return found;
}

int ranks_that_fit(const Partition& partition, DeviceKind device, int cpus_per_task) {
  return device == DeviceKind::gpu ? gpus_per_node(partition)
                                   : partition.cores_per_node.value / cpus_per_task;
}

/// Spreads the wanted ranks evenly over the rung's nodes: 6gpu becomes 2x3gpu rather than 2x4gpu.
Rung spread_evenly(const Partition& partition, const Rung& rung, int wanted, int cpus_per_task) {
  Rung even = rung;
  even.ranks_per_node = (wanted + rung.nodes - 1) / rung.nodes;
  const bool is_enough = rung.device == DeviceKind::gpu || !partition.min_cores ||
                         world_size(even) * cpus_per_task >= partition.min_cores->value;
  return even.ranks_per_node < rung.ranks_per_node && is_enough && can_give(partition, even) ? even : rung;
}

/// The rung that the partition can give with the number of ranks closest to the wanted one.
std::optional<Rung> closest_on(const Partition& partition, const Rung& wanted, int cpus_per_task) {
  const int fit = ranks_that_fit(partition, wanted.device, cpus_per_task);
  if (fit < 1) return std::nullopt;
  Rung rung = wanted;
  rung.ranks_per_node = std::min(wanted.ranks_per_node, fit);
  if (wanted.device == DeviceKind::gpu && partition.max_gpus)
    rung.ranks_per_node = std::min(rung.ranks_per_node, partition.max_gpus->value);
  int least = partition.min_nodes ? partition.min_nodes->value : 1;
  if (wanted.device == DeviceKind::gpu && partition.min_gpus)
    least = std::max(least, (partition.min_gpus->value + rung.ranks_per_node - 1) / rung.ranks_per_node);
  int most = most_nodes(partition).value;
  if (wanted.device == DeviceKind::gpu && partition.max_gpus)
    most = std::min(most, partition.max_gpus->value / rung.ranks_per_node);
  if (most < least) return std::nullopt;
  const int enough = (world_size(wanted) + rung.ranks_per_node - 1) / rung.ranks_per_node;
  if (wanted.device == DeviceKind::cpu && partition.min_cores) {
    const int cores = rung.ranks_per_node * cpus_per_task;
    least = std::min(most, std::max(least, (partition.min_cores->value + cores - 1) / cores));
  }
  rung.nodes = std::clamp(enough, least, most);
  rung = spread_evenly(partition, rung, world_size(wanted), cpus_per_task);
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

/// True if a node has the cores and the memory. Where no partition's have, later checks say so.
bool has_room(const Partition& partition, const Rung& rung, const PartitionRequest& request) {
  const auto& memory = partition.memory_per_node;
  return !partition.known || (rung.ranks_per_node * request.cpus_per_rank <= partition.cores_per_node.value &&
                              !(memory && request.memory_mib > memory->value));
}

/// Further demands on a partition.
struct Wanted {
  bool room = true;  // on a node
  bool time = true;
};

/// The nodes of one kind are filled by the same rungs. Null if none of its partitions can give the rung so.
const Partition* first_that_gives(const Partitions& kind, const PartitionRequest& request, Wanted wanted) {
  const Partition* found = nullptr;
  for (const auto* p : kind) {
    const auto rung = rung_on(*p, request.rung);
    if (!can_give(*p, rung) || (wanted.time && !allows_time(*p, request.time_limit)) ||
        (wanted.room && !has_room(*p, rung, request)))
      continue;
    if (p->whole_nodes == fills_nodes(*p, rung, request.rung.cpus_per_task)) return p;
    if (found == nullptr) found = p;
  }
  return found;
}

auto number_given(const Partitions& kind, const std::vector<PartitionRequest>& rungs) {
  return std::ranges::count_if(
      rungs, [&](const PartitionRequest& request) { return first_that_gives(kind, request, {}) != nullptr; });
}

std::string nearest_hint(const Partitions& partitions, const PartitionRequest& request) {
  const auto names =
      nearest_rungs(partitions, rung_on(*partitions.front(), request.rung), request.rung.cpus_per_task);
  if (names.empty()) return "";
  return fmt::format("the nearest {} {}", names.size() == 1 ? "available rung is" : "available rungs are",
                     fmt::join(names, " and "));
}

void report_only_partition(const Partition& partition, const PartitionRequest& request, Findings& findings) {
  auto hint = nearest_hint({&partition}, request);
  for (const auto& [reason, limit] : violations(partition, rung_on(partition, request.rung)))
    findings.add_error(
        error_at(request.rung.location, fmt::format("rung '{}' {}", request.rung.name, reason),
                 std::exchange(hint, ""),
                 limit.empty() ? std::vector<std::string>{} : std::vector<std::string>{limit}));
}

void report_all_partitions(std::string message, const Partitions& partitions, const PartitionRequest& request,
                           Findings& findings) {
  std::vector<std::string> notes;
  for (const auto* partition : partitions) {
    const auto [reason, limit] = violations(*partition, rung_on(*partition, request.rung)).front();
    notes.push_back(limit.empty() ? "it " + reason : fmt::format("it {}: {}", reason, limit));
  }
  findings.add_error(error_at(request.rung.location, std::move(message), nearest_hint(partitions, request),
                              std::move(notes)));
}

std::string crosses_kinds(const Rung& rung, const Partition& there, const Partition& rest) {
  return fmt::format(
      "rung '{}' would be on '{}' ({}), and the rest of the ladder is on '{}' ({}): only the 'scales:' of a "
      "sweep file crosses kinds of nodes",
      rung.name, there.name, kind_of_nodes(there), rest.name, kind_of_nodes(rest));
}

const ResolvedRung& largest_on_same_device(const ResolvedRung& rung, const std::vector<ResolvedRung>& rungs) {
  const auto size = [&](const Rung& r) {
    return std::tuple(r.device == rung.device, r.nodes, r.ranks_per_node);
  };
  return *std::ranges::max_element(rungs, {}, size);
}

}  // namespace

bool can_give(const Partition& partition, const Rung& rung) { return violations(partition, rung).empty(); }

bool allows_time(const Partition& partition, std::chrono::seconds time_limit) {
  return !partition.max_time || time_limit <= partition.max_time->value;
}

bool fills_nodes(const Partition& partition, const Rung& rung, int cpus_per_task) {
  if (!partition.known) return false;
  if (rung.device == DeviceKind::gpu) return rung.ranks_per_node >= gpus_per_node(partition);
  return rung.ranks_per_node * cpus_per_task >= partition.cores_per_node.value;
}

Rung rung_on(const Partition& partition, const ResolvedRung& rung) {
  Rung there = rung;
  if (rung.has_whole_nodes)
    there.ranks_per_node = std::max(1, ranks_that_fit(partition, rung.device, rung.cpus_per_task));
  return there;
}

std::string kind_of_nodes(const Partition& p) {
  const auto whose = p.gpu.empty() && p.gpu_type.empty() ? fmt::format(" of '{}'", p.name) : "";
  const auto type = p.gpu.empty() || p.gpu_type.empty() ? "" : fmt::format(" ({})", p.gpu_type);
  const auto gpus = p.gpus_per_node ? gpus_text(p) + type + whose + ", " : "";
  const auto cpu = p.cpu.empty() ? (gpus.empty() ? whose : "") : " of " + p.cpu;
  return gpus + counted(p.cores_per_node.value, "core") + cpu;
}

std::string short_name(const Rung& rung) {
  const auto ranks = fmt::format("{}{}", rung.ranks_per_node, rung.device == DeviceKind::gpu ? "gpu" : "cpu");
  return rung.nodes == 1 ? ranks : fmt::format("{}x{}", rung.nodes, ranks);
}

std::vector<Partitions> kinds_for(const Profile& profile, DeviceKind device,
                                  const std::vector<PartitionRequest>& rungs) {
  std::vector<Partitions> kinds;
  for (const auto* partition : candidates(profile, device)) {
    const auto same = std::ranges::find_if(kinds, [&](const Partitions& kind) {
      return kind_of_nodes(*kind.front()) == kind_of_nodes(*partition);
    });
    (same == kinds.end() ? kinds.emplace_back() : *same).push_back(partition);
  }
  std::ranges::stable_sort(kinds, std::ranges::greater{},
                           [&](const Partitions& kind) { return number_given(kind, rungs); });
  return kinds;
}

const Partition* choose_partition(const Profile& profile, const std::vector<Partitions>& kinds,
                                  const PartitionRequest& request, Findings& findings) {
  if (kinds.empty()) {
    findings.add_error(
        error_at(request.rung.location,
                 fmt::format("rung '{}' needs {}, but '{}' has none", request.rung.name,
                             request.rung.device == DeviceKind::gpu ? "GPUs" : "a partition", profile.name)));
    return nullptr;
  }
  // Later checks report a time that is too long, and cores or memory that no node has.
  for (const auto wanted : {Wanted{true, true}, Wanted{true, false}})
    for (const auto& kind : kinds)
      if (request.is_named || &kind == &kinds.front())
        if (const auto* const found = first_that_gives(kind, request, wanted)) return found;
  for (const auto& kind : kinds)
    for (const bool time : {true, false}) {
      const auto* const found = first_that_gives(kind, request, {.room = false, .time = time});
      if (found == nullptr) continue;
      if (request.is_named || &kind == &kinds.front()) return found;
      report_all_partitions(crosses_kinds(request.rung, *found, *kinds.front().front()), kinds.front(),
                            request, findings);
      return nullptr;
    }
  Partitions all;
  for (const auto& kind : kinds) all.insert(all.end(), kind.begin(), kind.end());
  if (all.size() == 1) {
    report_only_partition(*all.front(), request, findings);
    return all.front();  // later checks report what else is wrong with the rung
  }
  auto message = fmt::format("no partition of '{}' can run rung '{}'", profile.name, request.rung.name);
  report_all_partitions(std::move(message), all, request, findings);
  return nullptr;
}

void merge_into_largest_partition(std::vector<ResolvedRung>& rungs) {
  for (auto& rung : rungs) {
    const auto* const partition = largest_on_same_device(rung, rungs).partition;
    if (partition == nullptr || rung.partition == nullptr ||
        kind_of_nodes(*partition) != kind_of_nodes(*rung.partition))
      continue;
    if (can_give(*partition, rung)) rung.partition = partition;
  }
}

}  // namespace scalegen::plan
