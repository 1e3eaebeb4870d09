#include "analysis/scaling/speedup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/scaling/work.hpp"
#include "analysis/statistics/multiple_testing.hpp"
#include "core/try.hpp"

namespace scalegen {
namespace {

std::vector<int> measured_rounds(const Ladder& ladder) {
  std::set<int> rounds;
  for (const auto& rung : ladder.rungs)
    for (const auto& run : rung.runs)
      if (run.value) rounds.insert(run.round);
  return {rounds.begin(), rounds.end()};
}

// The ladder as the statistics see it: a column a rung, of the logarithms of times. A rate stands as the
// time of a sample. Rounds in which nothing was measured are no rounds.
stats::LogTimes log_times(const Ladder& ladder, Quantity quantity) {
  const auto rounds = measured_rounds(ladder);
  const double sign = quantity == Quantity::time ? 1 : -1;
  stats::LogTimes y(ladder.rungs.size(), stats::LogTimeColumn(rounds.size()));
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k)
    for (const auto& run : ladder.rungs[k].runs) {
      const auto round = std::lower_bound(rounds.begin(), rounds.end(), run.round) - rounds.begin();
      if (run.value) y[k][static_cast<std::size_t>(round)] = sign * std::log(*run.value);
    }
  return y;
}

// The same for the same work at every rung: what speedups divide. Noise stays what it is. An error says why
// the rungs' work is not known (work_of).
Result<stats::LogTimes> log_times_of_equal_work(const Ladder& ladder, stats::LogTimes times,
                                                const Metric& metric, Scaling scaling) {
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
    const auto& runs = ladder.rungs[k].runs;
    const auto measured = std::find_if(runs.begin(), runs.end(), [](const auto& run) { return run.value; });
    if (measured == runs.end()) continue;
    TRY_ASSIGN(const auto work, work_of(metric, scaling, ladder.rungs[k].shape, measured->conditions));
    for (auto& time : times[k])
      if (time) *time -= std::log(work);
  }
  return times;
}

/// A ladder as it is being divided.
struct Comparison {
  const Ladder& ladder;
  const Metric& metric;
  Scaling scaling;
  stats::LogTimes y{};                  // as measured
  stats::LogTimes of_equal_work{};      // what is divided
  std::optional<stats::Noise> noise{};  // of both
  std::size_t baseline = 0;
};

// A rate is the inverse of a time, and so are the ends of its interval. The median is that of the values
// themselves.
std::optional<stats::Estimate> typical_value(const Comparison& d, std::size_t k) {
  auto typical = stats::typical_time(d.y, k, d.noise);
  if (!typical) return std::nullopt;
  typical->centre = stats::median(values_of(d.ladder.rungs[k].runs));
  if (typical->interval && d.metric.quantity == Quantity::rate)
    typical->interval = {1 / typical->interval->high, 1 / typical->interval->low,
                         typical->interval->coverage};
  return typical;
}

stats::Estimate scaled(stats::Estimate estimate, double factor) {
  estimate.centre *= factor;
  if (!estimate.interval) return estimate;
  estimate.interval->low *= factor;
  estimate.interval->high *= factor;
  return estimate;
}

// All that differs between the runs of a rung and the first measured run of the baseline.
std::vector<Difference> differences_of(const Comparison& d, std::size_t k) {
  const auto& baseline = d.ladder.rungs[d.baseline].runs;
  const auto reference =
      std::find_if(baseline.begin(), baseline.end(), [](const auto& run) { return run.value; });
  std::vector<Difference> all;
  for (const auto& run : d.ladder.rungs[k].runs) {
    if (!run.value) continue;
    for (const auto& difference : differences(d.scaling, reference->conditions, run.conditions))
      if (std::find(all.begin(), all.end(), difference) == all.end()) all.push_back(difference);
  }
  return all;
}

// What the ranks promise; nothing where their numbers are not known or stand for devices of another kind.
std::optional<double> ideal_speedup(const Comparison& d, std::size_t k) {
  const auto& here = d.ladder.rungs[k].shape;
  const auto& base = d.ladder.rungs[d.baseline].shape;
  if (d.scaling == Scaling::throughput || !here.ranks || !base.ranks || here.device != base.device)
    return std::nullopt;
  return static_cast<double>(*here.ranks) / *base.ranks;
}

void add_speedup(const Comparison& d, std::size_t k, ScalingPoint& point) {
  point.differences = differences_of(d, k);
  if (forbid_speedup(point.differences)) {
    point.no_speedup = "it is not comparable with the baseline";
    return;
  }
  point.speedup = point.is_baseline ? stats::Estimate{.centre = 1}
                                    : stats::ratio_of(d.of_equal_work, d.baseline, k, d.noise);
  if (!point.speedup) point.no_speedup = "no round has both it and the baseline";
  if (const auto ideal = ideal_speedup(d, k); point.speedup && ideal)
    point.efficiency = scaled(*point.speedup, 1 / *ideal);
}

void claim_against_ideal(const Comparison& d, std::size_t k, ScalingPoint& point) {
  if (!point.efficiency || !point.efficiency->interval) return;
  const auto p = stats::p_value(d.of_equal_work, d.baseline, k, d.noise, point.speedup, *ideal_speedup(d, k));
  point.claims.push_back({.against = "ideal", .ratio = *point.efficiency, .p = p});
}

void claim_against_rung(const Comparison& d, std::size_t before, std::size_t k, ScalingPoint& point) {
  const auto gain = stats::ratio_of(d.of_equal_work, before, k, d.noise);
  if (!gain || !gain->interval) return;
  const auto p = stats::p_value(d.of_equal_work, before, k, d.noise, gain, 1);
  point.claims.push_back({.against = d.ladder.rungs[before].name, .ratio = *gain, .p = p});
}

std::vector<ScalingPoint> points_without_speedups(const Comparison& d, const std::string& baseline) {
  std::vector<ScalingPoint> points;
  for (std::size_t k = 0; k < d.ladder.rungs.size(); ++k) {
    const auto& rung = d.ladder.rungs[k];
    points.push_back({.rung = rung.name,
                      .shape = rung.shape,
                      .is_baseline = rung.name == baseline,
                      .runs = rung.runs,
                      .typical = typical_value(d, k)});
  }
  return points;
}

// Why nothing can be divided by the baseline; empty: it can.
std::string why_no_speedups(Comparison& d, const std::vector<ScalingPoint>& points,
                            const std::string& baseline) {
  const auto found =
      std::find_if(points.begin(), points.end(), [](const auto& p) { return p.is_baseline && p.typical; });
  if (found == points.end()) return fmt::format("the baseline {} was not measured", baseline);
  d.baseline = static_cast<std::size_t>(found - points.begin());
  if (forbid_speedup(differences_of(d, d.baseline)))
    return fmt::format("the runs of the baseline {} are not comparable with each other", baseline);
  auto times = log_times_of_equal_work(d.ladder, d.y, d.metric, d.scaling);
  if (!times) return times.error().front().message;
  d.of_equal_work = std::move(*times);
  return "";
}

}  // namespace

ScalingTable scale(const Ladder& ladder, const Metric& metric, Scaling scaling, const std::string& baseline) {
  Comparison d{
      .ladder = ladder, .metric = metric, .scaling = scaling, .y = log_times(ladder, metric.quantity)};
  d.noise = stats::noise_of(d.y);
  ScalingTable table{.axes = ladder.axes, .noise = d.noise, .points = points_without_speedups(d, baseline)};
  table.no_speedups = why_no_speedups(d, table.points, baseline);
  if (!table.no_speedups.empty()) return table;
  std::optional<std::size_t> before;
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    auto& point = table.points[k];
    if (!point.typical) continue;
    add_speedup(d, k, point);
    if (!point.speedup) continue;
    claim_against_ideal(d, k, point);
    if (before) claim_against_rung(d, *before, k, point);
    before = k;
  }
  return table;
}

void adjust_claims(std::vector<ScalingTable>& tables) {
  std::vector<Claim*> claims;
  for (auto& table : tables)
    for (auto& point : table.points)
      for (auto& claim : point.claims) claims.push_back(&claim);
  std::vector<double> p;
  for (const auto* claim : claims) p.push_back(claim->p);
  const auto adjusted = stats::holm(p);
  for (std::size_t i = 0; i < claims.size(); ++i) claims[i]->p_in_report = adjusted[i];
}

}  // namespace scalegen
