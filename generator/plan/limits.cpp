#include "generator/plan/limits.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
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
      "", here ? std::vector<std::string>{} : note(set_by("cores_per_node", step.partition->cores_per_node))));
}

std::vector<Placed<std::int64_t>> cpus_of(const Step& step, const std::vector<Choice>& choices) {
  const auto* const choice = find(choices, "cpus_per_task");
  if (choice == nullptr) return {{step.cpus_per_task, {}}};
  std::vector<Placed<std::int64_t>> cpus;
  for (const auto& value : choice->values) cpus.push_back({std::get<std::int64_t>(value.value), value.mark});
  return cpus;
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

/// The least batch that every rung divides, or nothing where it is beyond all use.
std::optional<std::int64_t> common_batch(const std::vector<Step>& steps) {
  std::int64_t common = 1;
  for (const auto& step : steps) {
    common = std::lcm(common, static_cast<std::int64_t>(world_size(step.rung)));
    if (common > 1'000'000'000) return std::nullopt;
  }
  return common;
}

std::string batch_advice(const std::vector<Step>& steps, std::int64_t batch, Scaling scaling) {
  const auto common = common_batch(steps);
  if (!common) return "choose rungs whose ranks divide one batch";
  const auto next = (batch + *common - 1) / *common * *common;
  return fmt::format("{}use a multiple of {}, such as {}",
                     scaling == Scaling::strong ? "strong scaling keeps the global batch: " : "", *common,
                     next);
}

}  // namespace

void check_limits(const std::vector<Step>& steps, const std::vector<Choice>& choices, const Machine& machine,
                  const Placed<std::chrono::seconds>& time_limit, Diagnostics& errors) {
  for (const auto& step : steps) {
    if (step.partition == nullptr) check_here(step, machine, errors);
    for (const auto& cpus : cpus_of(step, choices)) check_cores(step, cpus, machine, errors);
  }
  check_time(steps, time_limit, errors);
}

void check_batches(const std::vector<Step>& steps, const std::vector<Choice>& choices, Scaling scaling,
                   Diagnostics& errors) {
  const auto* const batches = find(choices, "global_batch");
  if (batches == nullptr) return;
  for (const auto& [value, mark] : batches->values) {
    const auto batch = std::get<std::int64_t>(value);
    const auto uneven = std::find_if(steps.begin(), steps.end(),
                                     [&](const Step& s) { return batch % world_size(s.rung) != 0; });
    if (uneven == steps.end()) continue;
    errors.push_back(error_at(first_of(mark, uneven->mark),
                              fmt::format("global_batch {} does not divide by the {} ranks of rung '{}'",
                                          batch, world_size(uneven->rung), uneven->rung.name),
                              batch_advice(steps, batch, scaling)));
  }
}

}  // namespace scalegen
