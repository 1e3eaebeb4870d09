#include <fmt/format.h>

#include <algorithm>

#include "core/units.hpp"
#include "generator/read/profile/checks.hpp"
#include "generator/read/rung_spec.hpp"
#include "generator/read/set_by.hpp"

namespace scalegen {
namespace {

/// What keeps a job of this shape from a partition, or nothing.
std::optional<std::string> refusal(const RungSpec& rung, const Partition& p, const Profile& profile) {
  const bool on_gpus = rung.of == RungSpec::Of::gpu_ranks;
  if (p.min_nodes && rung.nodes < p.min_nodes->value) return set_by("min_nodes", *p.min_nodes);
  if (p.max_nodes && rung.nodes > p.max_nodes->value) return set_by("max_nodes", *p.max_nodes);
  if (rung.nodes > p.nodes.value) return set_by("nodes", p.nodes);
  if (rung.of == RungSpec::Of::whole_nodes) return std::nullopt;
  if (on_gpus && rung.ranks_per_node > gpus_per_node(p)) return set_by("gpus_per_node", *p.gpus_per_node);
  if (on_gpus && p.min_gpus && rung.nodes * rung.ranks_per_node < p.min_gpus->value)
    return set_by("min_gpus", *p.min_gpus);
  if (on_gpus && p.max_gpus && rung.nodes * rung.ranks_per_node > p.max_gpus->value)
    return set_by("max_gpus", *p.max_gpus);
  const int cpus = on_gpus ? profile.cpus_per_gpu_rank : profile.cpus_per_cpu_rank;
  if (static_cast<std::int64_t>(rung.ranks_per_node) * cpus > p.cores_per_node.value)
    return fmt::format("{}, and a rank takes {}", set_by("cores_per_node", p.cores_per_node),
                       counted(cpus, "core"));
  return std::nullopt;
}

void check_rung(const Placed<std::string>& name, const Profile& profile, Diagnostics& errors) {
  const auto rung = parse_rung(name.value);
  if (!rung) return;
  std::vector<std::string> refusals;
  for (const auto& partition : profile.partitions) {
    if (!partition.chosen || (rung->of == RungSpec::Of::gpu_ranks && !partition.gpus_per_node)) continue;
    auto refused = refusal(*rung, partition, profile);
    if (!refused) return;
    refusals.push_back(fmt::format("partition '{}': {}", partition.name, *refused));
  }
  std::string hint = refusals.empty() ? "partitions with 'chosen: no' are left out" : "";
  errors.push_back(error_at(name.mark, fmt::format("no partition can give the rung '{}'", name.value),
                            std::move(hint), std::move(refusals)));
}

}  // namespace

void check_cpus_per_gpu_rank(const Placed<int>& cpus, const Profile& profile, Diagnostics& errors) {
  std::vector<std::string> too_small;
  for (const auto& p : profile.partitions) {
    if (!p.gpus_per_node) continue;
    if (static_cast<std::int64_t>(p.gpus_per_node->value) * cpus.value <= p.cores_per_node.value) return;
    too_small.push_back(fmt::format("partition '{}' has {} a node: {}", p.name,
                                    counted(p.gpus_per_node->value, "GPU"),
                                    set_by("cores_per_node", p.cores_per_node)));
  }
  if (too_small.empty()) return;
  errors.push_back(
      error_at(cpus.mark,
               fmt::format("with {} for each GPU no node can use all its GPUs", counted(cpus.value, "core")),
               "", std::move(too_small)));
}

void check_ladder(const Profile& profile, Diagnostics& errors) {
  const auto& partitions = profile.partitions;
  const bool all_read = std::all_of(partitions.begin(), partitions.end(), [](const Partition& p) {
    return p.nodes.mark.file && p.cores_per_node.mark.file;
  });
  if (profile.scheduler != SchedulerKind::slurm || partitions.empty() || !all_read) return;
  for (const auto& rung : profile.ladder) check_rung(rung, profile, errors);
}

}  // namespace scalegen
