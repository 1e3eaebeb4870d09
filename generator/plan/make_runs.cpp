#include "generator/plan/make_runs.hpp"

#include <fmt/format.h>

#include "generator/plan/add_round.hpp"
#include "generator/plan/allocation.hpp"

namespace scalegen {
namespace {

std::vector<std::string> command_of(const RunFrame& frame, const Combination& combination,
                                    const PlanHead& head) {
  const bool on_gpu = combination.step->rung.device == DeviceKind::gpu;
  // Each rank takes its share of a global batch; with weak scaling the ranks' own batch is what was chosen.
  const auto* const left_out = head.scaling == Scaling::weak ? "global_batch" : "per_rank_batch";
  std::vector<std::string> command = {frame.program, "--model", frame.workload.name, "--data", frame.data};
  for (const auto& parameter : frame.workload.parameters) {
    const auto* const value = find(combination.settings, parameter.name);
    if (value == nullptr || parameter.name == left_out) continue;
    command.push_back(parameter.flag);
    command.push_back(to_text(*value));
  }
  command.insert(command.end(),
                 {"--device", on_gpu ? "cuda" : "cpu", "--seed", fmt::format("{}", head.seed)});
  return command;
}

Resources resources_of(const Combination& combination, const RunFrame& frame) {
  const auto& step = *combination.step;
  Resources resources{
      .nodes = step.rung.nodes,
      .tasks_per_node = step.rung.ranks_per_node,
      .cpus_per_task = static_cast<int>(std::get<std::int64_t>(*find(combination.settings, "cpus_per_task"))),
      .gpus_per_node = step.rung.device == DeviceKind::gpu ? step.rung.ranks_per_node : 0,
      .time_limit = frame.time_limit};
  place_on_partition(resources, step, frame.memory_mib);
  return resources;
}

Run run_of(const RunFrame& frame, const Combination& combination, const PlanHead& head) {
  Run run{.id = combination.id,
          .rung = combination.step->rung,
          .settings = combination.settings,
          .resources = resources_of(combination, frame),
          .command = command_of(frame, combination, head)};
  run.rate = rate_of(run.resources, *combination.step);
  return run;
}

}  // namespace

void add_runs(const RunFrame& frame, const std::vector<Combination>& combinations, Plan& plan) {
  std::vector<Run> first;  // what each round repeats
  for (const auto& combination : combinations) first.push_back(run_of(frame, combination, plan.head));
  for (int round = 1; round <= plan.head.rounds; ++round) add_round(first, round, plan);
}

}  // namespace scalegen
