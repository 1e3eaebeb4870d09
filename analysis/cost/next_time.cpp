#include "analysis/cost/next_time.hpp"

#include <algorithm>
#include <cmath>

namespace scalegen {
namespace {

constexpr double kReserve = 1.5;
constexpr double kMuchLess = 0.5;  // of the amount in the request; a smaller change is not worth a line

template <class Visit>
void for_each_completed(const std::vector<ScalingTable>& tables, const Visit& visit) {
  for (const auto& table : tables)
    for (const auto& point : table.points)
      for (const auto& run : point.runs)
        if (run.has_completed && point.asked) visit(point, run);
}

// A limit that some run has needed whole, or that a run of unknown length has, stays.
bool all_runs_ended_well(const std::vector<ScalingTable>& tables) {
  bool all = true;
  for (const auto& table : tables)
    for (const auto& point : table.points)
      for (const auto& run : point.runs) all = all && run.has_completed && run.held_seconds;
  return all;
}

constexpr std::chrono::minutes kShortLimit{10};  // starts soon anyway

std::optional<ShorterLimit> shorter_limit(const std::vector<ScalingTable>& tables) {
  if (!all_runs_ended_well(tables)) return std::nullopt;
  double longest = 0;
  ShorterLimit found;
  for_each_completed(tables, [&](const auto& point, const auto& run) {
    found.asked = std::max(found.asked, point.asked->time_limit);
    if (*run.held_seconds <= longest) return;
    longest = *run.held_seconds;
    found.rung = point.rung;
  });
  found.longest = std::chrono::seconds(std::llround(longest));
  found.enough = enough_time(longest);
  const bool is_worth_it = std::chrono::duration<double>(found.enough).count() <=
                           kMuchLess * std::chrono::duration<double>(found.asked).count();
  return longest > 0 && found.asked > kShortLimit && is_worth_it ? std::optional(found) : std::nullopt;
}

// `memory:` holds for all rungs: the one that held most counts, and each must have said it.
std::optional<LessMemory> less_memory(const std::vector<ScalingTable>& tables) {
  std::optional<LessMemory> found = LessMemory{};
  for_each_completed(tables, [&](const auto& point, const auto& run) {
    const bool is_asked = point.asked->memory_mib_per_node && !point.asked->memory_option.empty();
    if (!is_asked || !run.peak_memory_mib) return found.reset();
    if (!found || *run.peak_memory_mib <= found->peak_mib) return;
    found->rung = point.rung;
    found->peak_mib = *run.peak_memory_mib;
    found->asked_mib = *point.asked->memory_mib_per_node;
  });
  if (!found || found->peak_mib == 0) return std::nullopt;
  found->enough_mib = enough_memory(found->peak_mib);
  return static_cast<double>(found->enough_mib) <= kMuchLess * static_cast<double>(found->asked_mib)
             ? found
             : std::nullopt;
}

double ranks_a_node(const ScalingPoint& point) {
  return static_cast<double>(point.shape.ranks.value_or(1)) / point.shape.nodes.value_or(1);
}

// A task of torchrun has the cores of all ranks of its node.
int cores_of_a_rank(const ScalingPoint& point) {
  return static_cast<int>(point.asked->tasks_per_node * point.asked->cpus_per_task / ranks_a_node(point));
}

// On its first node; nullopt on whole nodes, of which no cores can be given back.
std::optional<double> busy_cores_of_a_rank(const ScalingPoint& point, const Measurement& run) {
  if (point.asked->whole_nodes || !run.load || !run.load->used_cores) return std::nullopt;
  constexpr double kTooShort = 10;  // seconds, of which the start of the program is a large part
  if (run.load->seconds < kTooShort) return std::nullopt;
  return *run.load->used_cores / ranks_a_node(point);
}

// The rank of any rung that kept the most cores busy decides, and the smallest request.
std::optional<FewerCores> fewer_cores(const std::vector<ScalingTable>& tables) {
  constexpr double kMargin = 1.25;
  std::optional<FewerCores> found = FewerCores{};
  bool is_known = true;
  for_each_completed(tables, [&](const auto& point, const auto& run) {
    const auto busy = busy_cores_of_a_rank(point, run);
    is_known = is_known && busy;
    if (!busy) return;
    const int asked = cores_of_a_rank(point);
    found->asked = found->asked == 0 ? asked : std::min(found->asked, asked);
    if (*busy < found->busy) return;
    found->busy = *busy;
    found->rung = point.rung;
  });
  found->enough = std::max(1, static_cast<int>(std::ceil(kMargin * found->busy)));
  const bool is_worth_it = found->enough <= kMuchLess * found->asked;
  return is_known && is_worth_it ? found : std::nullopt;
}

bool keeps_cores_busy(const ScalingPoint& point, const Measurement& run) {
  constexpr double kBusy = 0.8;
  if (!run.load || !run.load->used_cores || !point.asked) return false;
  return *run.load->used_cores >= kBusy * point.asked->tasks_per_node * point.asked->cpus_per_task;
}

// Only where the monitor saw the run's GPUs, and no others.
std::optional<IdleGpus> idle_gpus(const ScalingPoint& point) {
  constexpr double kIdlePercent = 30;
  std::vector<double> percents;
  IdleGpus found{.rung = point.rung};
  for (const auto& run : point.runs) {
    if (!run.value || static_cast<int>(run.gpus.size()) != point.shape.ranks.value_or(0)) continue;
    if (const auto percent = combine(run.gpus).utilisation_percent) percents.push_back(*percent);
    found.cores_are_busy = found.cores_are_busy || keeps_cores_busy(point, run);
  }
  if (percents.empty()) return std::nullopt;
  found.utilisation_percent = stats::median(percents);
  return found.utilisation_percent < kIdlePercent ? std::optional(found) : std::nullopt;
}

}  // namespace

// In whole minutes below ten of them, then in fives.
std::chrono::seconds enough_time(double seconds) {
  constexpr double kMinute = 60;
  seconds *= kReserve;
  const auto step = seconds <= 10 * kMinute ? kMinute : 5 * kMinute;
  return std::chrono::seconds(static_cast<std::int64_t>(std::ceil(seconds / step) * step));
}

std::int64_t enough_memory(std::int64_t mib) {
  constexpr std::int64_t kGib = 1024;
  return (static_cast<std::int64_t>(kReserve * static_cast<double>(mib)) / kGib + 1) * kGib;
}

NextTime next_time(const std::vector<ScalingTable>& tables) {
  NextTime next{
      .time_limit = shorter_limit(tables), .memory = less_memory(tables), .cores = fewer_cores(tables)};
  for (const auto& table : tables)
    for (const auto& point : table.points)
      if (auto idle = idle_gpus(point)) next.idle.push_back(std::move(*idle));
  return next;
}

}  // namespace scalegen
