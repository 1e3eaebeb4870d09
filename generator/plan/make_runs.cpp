#include "generator/plan/make_runs.hpp"

#include "generator/plan/add_round.hpp"
#include "generator/plan/allocation.hpp"

namespace scalegen {
namespace {

Run run_of(Combination combination, Start start, const RunFrame& frame) {
  const auto resources = resources_of(combination, start, frame);
  combination.settings.shrink_to_fit();
  return {.id = std::move(combination.id),
          .rung = combination.step->rung,
          .settings = std::move(combination.settings),
          .resources = resources,
          .command = std::move(combination.command),
          .rate = rate_of(resources, *combination.step)};
}

}  // namespace

// Where ranks are not started one by one, a node has one task with the cores of all of them.
Resources resources_of(const Combination& combination, Start start, const RunFrame& frame) {
  const auto& step = *combination.step;
  const auto cpus_per_rank = static_cast<int>(combination.cpus_per_task.value);
  const bool by_rank = start == Start::each_rank;
  Resources resources{.nodes = step.rung.nodes,
                      .tasks_per_node = by_rank ? step.rung.ranks_per_node : 1,
                      .cpus_per_task = by_rank ? cpus_per_rank : cpus_per_rank * step.rung.ranks_per_node,
                      .gpus_per_node = step.rung.device == DeviceKind::gpu ? step.rung.ranks_per_node : 0,
                      .time_limit = frame.time_limit};
  place_on_partition(resources, step, frame.memory_mib);
  return resources;
}

void add_runs(std::vector<Combination> combinations, const RunFrame& frame, Plan& plan) {
  std::vector<Run> first;  // what each round repeats
  first.reserve(combinations.size());
  const auto all = combinations.size() * static_cast<std::size_t>(plan.head.rounds);
  plan.runs.reserve(all);
  plan.jobs.reserve(all);
  for (auto& combination : combinations)
    first.push_back(run_of(std::move(combination), plan.head.start, frame));
  combinations = {};  // a plan of 100,000 runs is held once
  for (int round = 1; round <= plan.head.rounds; ++round) add_round(first, round, plan);
}

}  // namespace scalegen
