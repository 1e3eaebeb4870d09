#include "analysis/measurement/machine_load.hpp"

#include <algorithm>
#include <set>

namespace scalegen {
namespace {

// All cores of the node if the run did not record its own.
std::set<int> cores_of(const Placement& placement, const NodeLog& log) {
  std::set<int> cores;
  for (const auto& task : placement.tasks)
    if (task.host == log.host) cores.insert(task.cores.begin(), task.cores.end());
  if (cores.empty())
    for (const auto& [core, ticks] : log.begin.cores) cores.insert(core);
  return cores;
}

CoreTicks ticks_between(const NodeLog& log, const std::set<int>& cores) {
  CoreTicks sum;
  for (const int core : cores) {
    const auto begin = log.begin.cores.find(core);
    const auto end = log.end.cores.find(core);
    if (begin == log.begin.cores.end() || end == log.end.cores.end()) continue;
    sum.busy += end->second.busy - begin->second.busy;
    sum.idle += end->second.idle - begin->second.idle;
    sum.stolen += end->second.stolen - begin->second.stolen;
    sum.all += end->second.all - begin->second.all;
  }
  return sum;
}

template <class T>
std::optional<T> difference(const std::optional<T>& begin, const std::optional<T>& end) {
  return begin && end && *end >= *begin ? std::optional(*end - *begin) : std::nullopt;
}

std::optional<double> share(const std::optional<double>& part, double whole) {
  return part ? std::optional(*part / whole) : std::nullopt;
}

int cores_asked_for(const Run& run, Start start) {
  const int tasks = start == Start::each_rank ? run.rung.ranks_per_node : run.resources.tasks_per_node;
  return run.resources.cpus_per_task * tasks;
}

// By how many ticks the part of others may be too large. What each core and each process counts is cut to
// whole ticks: they may be off by one. Only tasks of Slurm say what they used: srun and its daemon, which
// start them meanwhile, count as others, with a tenth of a second.
double ticks_of_error(const Placement& placement, const NodeLog& log, int cores) {
  const auto tasks = std::ranges::count(placement.tasks, log.host, &TaskPlacement::host);
  return cores + static_cast<double>(tasks) + (log.begin.own_ticks ? 1 : 10);
}

// In less time the launcher, and a tick of each core of the node, would count as a neighbour's work.
std::optional<double> others_on_node(const NodeLog& log, const MachineLoad& load) {
  if (!log.own_ticks || load.seconds < 2) return std::nullopt;
  std::set<int> all;
  for (const auto& [core, ticks] : log.begin.cores) all.insert(core);
  const auto ticks = ticks_between(log, all).busy - *log.own_ticks;
  return static_cast<double>(std::max<std::int64_t>(ticks, 0)) / 100 / load.seconds;
}

}  // namespace

std::optional<MachineLoad> machine_load(const Run& run, Start start, const Placement& placement,
                                        const std::optional<NodeLog>& log) {
  if (!log) return std::nullopt;
  const auto cores = cores_of(placement, *log);
  const auto ticks = ticks_between(*log, cores);
  if (ticks.all <= 0) return std::nullopt;
  const auto all = static_cast<double>(ticks.all);
  MachineLoad load{.host = log->host,
                   .cores = static_cast<int>(cores.size()),
                   .node_threads = static_cast<int>(log->begin.cores.size()),
                   .seconds = log->end.time - log->begin.time,
                   .ticks = all / static_cast<double>(cores.size()),
                   .others_error = ticks_of_error(placement, *log, static_cast<int>(cores.size())) / all,
                   .stolen = static_cast<double>(ticks.stolen) / all,
                   .idle = static_cast<double>(ticks.idle) / all,
                   .heat_events = difference(log->begin.heat_events, log->end.heat_events),
                   .load_before = log->begin.load_average,
                   .load_after = log->end.load_average};
  if (log->own_ticks && load.seconds > 0)
    load.used_cores = static_cast<double>(std::max<std::int64_t>(*log->own_ticks, 0)) / 100 / load.seconds;
  if (log->own_ticks)
    load.others = static_cast<double>(std::max<std::int64_t>(ticks.busy - *log->own_ticks, 0)) / all;
  load.others_on_node = others_on_node(*log, load);
  constexpr double kMuchIdle = 0.1;
  load.has_spare_cores = load.cores > cores_asked_for(run, start) && load.idle > kMuchIdle;
  load.throttled = share(difference(log->begin.seconds_throttled, log->end.seconds_throttled), load.seconds);
  load.waited = share(difference(log->begin.seconds_waited, log->end.seconds_waited), load.seconds);
  return load;
}

bool is_long_enough(const MachineLoad& load) { return load.ticks >= 20; }

bool is_disturbed(const MachineLoad& load) {
  constexpr double kShare = 0.05;
  return load.others && *load.others - load.others_error >= kShare && !load.has_spare_cores &&
         is_long_enough(load);
}

bool is_stolen_from(const MachineLoad& load) {
  constexpr double kShare = 0.05;
  return load.stolen - 1 / load.ticks >= kShare && is_long_enough(load);
}

bool is_throttled(const MachineLoad& load) {
  constexpr double kShare = 0.02;
  return load.throttled.value_or(0) >= kShare && is_long_enough(load);
}

bool is_slowed_by_heat(const MachineLoad& load) {
  constexpr double kSecondsBetween = 10;
  return static_cast<double>(load.heat_events.value_or(0)) * kSecondsBetween >= std::max(load.seconds, 1.0) &&
         load.heat_events.value_or(0) > 0;
}

bool has_disturbance(const MachineLoad& load) {
  return is_disturbed(load) || is_stolen_from(load) || is_throttled(load) || is_slowed_by_heat(load);
}

}  // namespace scalegen
