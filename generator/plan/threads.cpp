#include "generator/plan/threads.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cstdint>
#include <string>
#include <vector>

#include "core/units.hpp"
#include "generator/plan/partitions.hpp"

namespace scalegen::plan {
namespace {

/// 0: the settings do not say.
int threads_of(const ResolvedRung& rung, const Settings& settings) {
  const auto* const value = rung.has_threads ? find(settings, kThreads) : nullptr;
  if (value == nullptr) return 0;
  if (const auto* const number = std::get_if<std::int64_t>(value)) return static_cast<int>(*number);
  return rung.device == DeviceKind::cpu ? rung.ranks_per_node : rung.cpus_per_task;
}

std::string with_cores(Rung rung, int cores) {
  rung.ranks_per_node = cores;
  return short_name(rung);
}

}  // namespace

Rung with_threads(const ResolvedRung& rung, const Settings& settings) {
  Rung shared = rung;
  shared.threads = threads_of(rung, settings);
  if (counts_cores(shared)) shared.ranks_per_node /= shared.threads;
  return shared;
}

std::optional<Diagnostic> undivided(const ResolvedRung& rung, const Settings& settings) {
  const int threads = threads_of(rung, settings);
  const int cores = rung.ranks_per_node;
  if (rung.device == DeviceKind::gpu || threads == 0 || cores % threads == 0) return std::nullopt;
  const int below = cores / threads * threads;
  const bool has_limit = rung.partition != nullptr && rung.partition->known;
  const int most = has_limit ? rung.partition->cores_per_node.value : cores + threads;
  std::vector<std::string> nearest;
  if (below > 0) nearest.push_back(with_cores(rung, below));
  if (below + threads <= most) nearest.push_back(with_cores(rung, below + threads));
  return error_at(rung.location,
                  fmt::format("{} threads a rank do not divide the {} of rung '{}'{}", threads,
                              counted(cores, "core"), rung.name, rung.nodes > 1 ? " on each node" : ""),
                  nearest.empty() ? "choose fewer threads"
                                  : fmt::format("the nearest that do: {}; below 'sweep:' a line 'where: "
                                                "cores_per_node % threads == 0' leaves out the others",
                                                fmt::join(nearest, " and ")));
}

}  // namespace scalegen::plan
