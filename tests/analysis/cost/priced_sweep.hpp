#pragma once
#include <fmt/format.h>

#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen {

/// node.n1.txt of a run of 380 s that kept `busy` cores busy, in a job that held `mib` of memory at most.
inline std::string node_log(double busy, std::int64_t mib) {
  constexpr double kSeconds = 380;
  const auto part = [&](const char* name, double time, std::int64_t ticks, std::int64_t bytes) {
    return fmt::format("{} {:.1f}\nload 1.00\ncpu0 {} 0 0 {} 0 0 0 0\nmemory_peak {}\n", name, time, ticks,
                       ticks / 3, bytes);
  };
  return part("begin", 1763719200, 0, 4096) + fmt::format("task {:.0f}\n", busy * 100 * kSeconds) +
         part("end", 1763719200 + kSeconds, 30000, mib * 1024 * 1024);
}

/// A sweep on a cluster of nodes with four GPUs and 64 cores, of which each GPU brings 16: 1, 2, 4 and 2 x 4
/// GPUs, with a limit of 1 h. A run holds its job for 380 s, less on larger rungs. `seconds` are those of a
/// step.
inline MadeUpSweep priced_sweep(int rounds, const std::vector<double>& seconds = {0.5, 0.27, 0.155, 0.1}) {
  MadeUpSweep sweep(rounds);
  sweep.runs.clear();
  sweep.head.cluster = "cyclone";
  sweep.head.scheduler = SchedulerKind::slurm;
  sweep.head.baseline = "1gpu";
  sweep.head.baseline_reason = "the smallest GPU rung";
  const std::vector<Rung> rungs{
      {.name = "1gpu", .device = DeviceKind::gpu},
      {.name = "2gpu", .device = DeviceKind::gpu, .ranks_per_node = 2},
      {.name = "4gpu", .device = DeviceKind::gpu, .ranks_per_node = 4},
      {.name = "2x4gpu", .device = DeviceKind::gpu, .nodes = 2, .ranks_per_node = 4}};
  for (int round = 1; round <= rounds; ++round)
    for (std::size_t k = 0; k < rungs.size(); ++k) {
      sweep.add_run(rungs[k], round, seconds[k]);
      auto& made = sweep.runs.back();
      const auto ranks = world_size(rungs[k]);
      made.start.train_samples = 60000;
      auto& run = made.record.run;
      run.rate = {.core_hours = 16.0 * ranks, .gpu_hours = 1.0 * ranks};
      run.resources = {.nodes = rungs[k].nodes,
                       .tasks_per_node = rungs[k].ranks_per_node,
                       .cpus_per_task = 16,
                       .gpus_per_node = rungs[k].ranks_per_node,
                       .memory_mib_per_node = 128 * 1024,
                       .memory_option = "--mem=128G",
                       .time_limit = std::chrono::hours(1)};
      made.record.elapsed = std::chrono::milliseconds(380'000 / (1 + static_cast<int>(k)) + 100 * round);
      for (auto& task : made.tasks)
        task.core_list = fmt::format("{}-{}", 16 * (*task.rank % 4), 16 * (*task.rank % 4) + 15);
      made.files["node.n1.txt"] = node_log(3.1 * rungs[k].ranks_per_node, 15565 + round);
    }
  return sweep;
}

}  // namespace scalegen
