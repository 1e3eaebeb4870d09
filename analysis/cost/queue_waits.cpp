#include "analysis/cost/queue_waits.hpp"

#include <algorithm>

#include "analysis/scaling/points.hpp"

namespace scalegen {
namespace {

stats::Interval interval_of(const stats::Estimate& estimate) {
  return estimate.interval.value_or(stats::Interval{.low = estimate.centre, .high = estimate.centre});
}

/// A rung with a speedup without a star, and with two waits or more.
struct Candidate {
  const RungWaits* waits = nullptr;
  stats::Estimate speedup{};
};

std::vector<Candidate> candidates_of(const ScalingTable& table, const std::vector<RungWaits>& all) {
  std::vector<Candidate> found;
  for (const auto& waits : all)
    for (const auto& point : table.points)
      if (point.rung == waits.rung && waits.seconds.size() > 1 && point.speedup &&
          value_star(point) == nullptr && ratio_star(point) == nullptr)
        found.push_back({&waits, *point.speedup});
  return found;
}

// The slower one is ahead by at least `ahead`, and the fastest gains on it at most 1 - ratio of the time that
// work takes there.
std::optional<SoonerRung> compare(const Candidate& slower, const Candidate& fastest) {
  constexpr double kWorthSaying = 60;  // seconds
  const double ahead = fastest.waits->seconds.front() - slower.waits->seconds.back();
  const double less = stats::median(fastest.waits->seconds) - stats::median(slower.waits->seconds);
  const double ratio = interval_of(slower.speedup).low / interval_of(fastest.speedup).high;
  if (ahead <= 0 || less < kWorthSaying || ratio >= 1) return std::nullopt;
  return SoonerRung{slower.waits->rung, fastest.waits->rung, less, ahead / (1 - ratio)};
}

}  // namespace

std::vector<RungWaits> queue_waits(const std::vector<ScalingTable>& tables) {
  std::vector<RungWaits> all;
  for_each_point(tables, [&](const auto&, const ScalingPoint& point) {
    for (const auto& run : point.runs) {
      if (!run.queue_wait) continue;
      auto found = std::ranges::find(all, point.rung, &RungWaits::rung);
      if (found == all.end()) found = all.insert(all.end(), RungWaits{.rung = point.rung});
      found->seconds.push_back(run.queue_wait->seconds);
      found->since_submitted += run.queue_wait->is_since_submitted ? 1U : 0U;
    }
  });
  for (auto& one : all) std::ranges::sort(one.seconds);
  return all;
}

// Rungs compare by the time that their work takes at a speedup of 1.
std::optional<SoonerRung> sooner_rung(const ScalingTable& table, const std::vector<RungWaits>& waits) {
  const auto candidates = candidates_of(table, waits);
  if (candidates.empty()) return std::nullopt;
  const auto fastest =
      std::ranges::max_element(candidates, {}, [](const Candidate& one) { return one.speedup.centre; });
  // A faster rung with a star, or with one wait, leaves open how long the fastest one waited.
  for (const auto& point : table.points)
    if (point.speedup && point.speedup->centre > fastest->speedup.centre) return std::nullopt;
  std::optional<SoonerRung> best;
  double most = 0;
  for (const auto& slower : candidates) {
    const auto one = compare(slower, *fastest);
    if (!one || one->work_seconds * slower.speedup.centre <= most) continue;
    most = one->work_seconds * slower.speedup.centre;
    best = one;
  }
  return best;
}

}  // namespace scalegen
