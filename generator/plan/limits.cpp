#include "generator/plan/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "core/units.hpp"
#include "generator/plan/partition_limits.hpp"

namespace scalegen {
namespace {

constexpr std::chrono::seconds kLeastSlurmTime = std::chrono::minutes(2);

std::vector<std::string> note(std::string text) {
  return text.empty() ? std::vector<std::string>{} : std::vector{std::move(text)};
}

const Mark& first_of(const Mark& wanted, const Mark& otherwise) { return wanted.file ? wanted : otherwise; }

void check_here(const Step& step, const Machine& machine, Diagnostics& errors) {
  const auto& rung = step.rung;
  if (rung.nodes > 1)
    errors.push_back(error_at(
        step.mark,
        fmt::format("rung '{}' asks for {}, and this is one machine", rung.name, counted(rung.nodes, "node")),
        "choose a cluster with --cluster"));
  else if (rung.device == DeviceKind::gpu && rung.ranks_per_node > machine.gpus)
    errors.push_back(
        error_at(step.mark, fmt::format("rung '{}' asks for {}, and this machine has {}", rung.name,
                                        counted(rung.ranks_per_node, "GPU"), machine.gpus)));
}

void check_cores(const Step& step, const Placed<std::int64_t>& cpus, const Machine& machine,
                 Diagnostics& errors) {
  const auto& rung = step.rung;
  const bool here = step.partition == nullptr;
  const auto cores =
      here ? static_cast<std::int64_t>(machine.cores.size()) : step.partition->cores_per_node.value;
  const auto asked = rung.ranks_per_node * cpus.value;
  if (asked <= cores || (here && rung.nodes > 1)) return;
  const auto whose = here ? std::string("this machine has")
                          : fmt::format("a node of partition '{}' has", step.partition->name);
  errors.push_back(error_at(
      first_of(cpus.mark, step.mark),
      fmt::format("rung '{}' asks for {}{} ({} x {} cpus_per_task), and {} {}", rung.name,
                  counted(asked, "core"), here ? "" : " a node", rung.ranks_per_node, cpus.value, whose,
                  cores),
      "",
      here ? std::vector<std::string>{} : note(set_by("cores_per_node", step.partition->cores_per_node))));
}

/// A site may keep a partition for jobs that use much of it.
void check_least_cores(const Step& step, const Placed<std::int64_t>& cpus, Diagnostics& errors) {
  const auto* const partition = step.partition;
  if (partition == nullptr || !partition->min_cores || partition->whole_nodes) return;
  const auto& least = *partition->min_cores;
  const auto asked = world_size(step.rung) * cpus.value;
  if (asked >= least.value) return;
  errors.push_back(error_at(
      first_of(cpus.mark, step.mark),
      fmt::format(
          "rung '{}' asks for {} in all ({} x {} cpus_per_task), and partition '{}' gives no less than {}",
          step.rung.name, counted(asked, "core"), world_size(step.rung), cpus.value, partition->name,
          least.value),
      "take more ranks a node, or more cpus_per_task", note(set_by("min_cores", least))));
}

void check_longest_time(const Partition& partition, const Placed<std::chrono::seconds>& limit,
                        Diagnostics& errors) {
  if (allows(partition, limit.value)) return;
  errors.push_back(error_at(
      limit.mark,
      fmt::format("a time limit of {} is more than the {} of partition '{}'", duration_text(limit.value),
                  duration_text(partition.max_time->value), partition.name),
      "", note(set_by(partition.max_time->mark, "max_time", slurm_time(partition.max_time->value)))));
}

void check_time(const std::vector<Step>& steps, const Placed<std::chrono::seconds>& limit,
                Diagnostics& errors) {
  std::set<const Partition*> partitions;
  for (const auto& step : steps)
    if (step.partition != nullptr && partitions.insert(step.partition).second)
      check_longest_time(*step.partition, limit, errors);
  if (!partitions.empty() && limit.value < kLeastSlurmTime)
    errors.push_back(error_at(
        limit.mark, fmt::format("a time limit of {} is too short for Slurm", duration_text(limit.value)),
        fmt::format("ask for {} at least: Slurm warns a job up to 90 s before its end",
                    duration_text(kLeastSlurmTime))));
}

}  // namespace

void check_limits(const std::vector<Step>& steps, const std::vector<RankCores>& cores, const Machine& machine,
                  const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors) {
  for (const auto& step : steps)
    if (step.partition == nullptr) check_here(step, machine, errors);
  for (const auto& [step, cpus] : cores) {
    check_cores(*step, cpus, machine, errors);
    check_least_cores(*step, cpus, errors);
  }
  check_time(steps, time_limit, errors);
}

}  // namespace scalegen
