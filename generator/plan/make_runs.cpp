#include "generator/plan/make_runs.hpp"

#include <fmt/format.h>

#include "generator/plan/rounds.hpp"

namespace scalegen {
namespace {

/// Where ranks are not started one by one, a node has one task with the cores of all of them.
Resources resources_of(const Combination& combination, Start start, std::chrono::seconds time_limit) {
  const auto& rung = combination.step->rung;
  const auto* const partition = combination.step->partition;
  const auto cpus_per_rank = static_cast<int>(combination.cpus_per_task.value);
  const bool by_rank = start == Start::each_rank;
  return {.nodes = rung.nodes,
          .tasks_per_node = by_rank ? rung.ranks_per_node : 1,
          .cpus_per_task = by_rank ? cpus_per_rank : cpus_per_rank * rung.ranks_per_node,
          .gpus_per_node = rung.device == DeviceKind::gpu ? rung.ranks_per_node : 0,
          .time_limit = time_limit,
          .partition = partition == nullptr ? "" : partition->name};
}

Rate rate_of(const Resources& r) {
  return {static_cast<double>(r.nodes) * r.tasks_per_node * r.cpus_per_task,
          static_cast<double>(r.nodes) * r.gpus_per_node};
}

Run run_of(const Combination& combination, Start start, std::chrono::seconds time_limit) {
  Run run{.id = combination.id,
          .rung = combination.step->rung,
          .settings = combination.settings,
          .resources = resources_of(combination, start, time_limit),
          .command = combination.command};
  run.rate = rate_of(run.resources);
  return run;
}

}  // namespace

void add_runs(const std::vector<Combination>& combinations, std::chrono::seconds time_limit, Plan& plan) {
  std::vector<Run> first;  // what each round repeats
  for (const auto& combination : combinations)
    first.push_back(run_of(combination, plan.head.start, time_limit));
  for (int round = 1; round <= plan.head.rounds; ++round)
    for (const auto index : shuffled_order(first.size(), plan.head.seed, round)) {
      Run run = first[index];
      run.id += fmt::format("-r{}", round);
      run.round = round;
      plan.jobs.push_back({run.id, {run.id}});
      plan.runs.push_back(std::move(run));
    }
}

}  // namespace scalegen
