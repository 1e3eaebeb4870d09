#include "analysis/scaling/speedup.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/conditions/work.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/scaling/confounders.hpp"
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

// Independent rows in the order of their values: no figure depends on that of the lines, by rounding neither.
stats::LogTimes sorted_log_times(const Ladder& ladder, double sign) {
  stats::LogTimes y;
  std::size_t most = 0;
  for (const auto& rung : ladder.rungs) {
    auto& column = y.emplace_back();
    for (const double value : values_of(rung.runs)) column.emplace_back(sign * std::log(value));
    std::ranges::sort(column);
    most = std::max(most, column.size());
  }
  for (auto& column : y) column.resize(most);
  return y;
}

// The ladder as the statistics need it: one column per rung, of the logarithms of times. A rate becomes the
// time of a sample. Rounds without any value are left out.
stats::LogTimes log_times(const Ladder& ladder, Quantity quantity) {
  const double sign = quantity == Quantity::time ? 1 : -1;
  if (ladder.rounds == stats::Rounds::independent) return sorted_log_times(ladder, sign);
  const auto rounds = measured_rounds(ladder);
  stats::LogTimes y(ladder.rungs.size(), stats::LogTimeColumn(rounds.size()));
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k)
    for (const auto& run : ladder.rungs[k].runs) {
      const auto round = std::ranges::lower_bound(rounds, run.round) - rounds.begin();
      if (run.value) y[k][static_cast<std::size_t>(round)] = sign * std::log(*run.value);
    }
  return y;
}

// The same times for equal work at every rung: speedups are their ratios. Does not change the noise. Returns
// an error if the work is unknown (work_of).
Result<stats::LogTimes> log_times_of_equal_work(const Ladder& ladder, stats::LogTimes times,
                                                const Metric& metric, Scaling scaling) {
  for (std::size_t k = 0; k < ladder.rungs.size(); ++k) {
    const auto& runs = ladder.rungs[k].runs;
    const auto measured = std::ranges::find_if(runs, [](const auto& run) { return run.value.has_value(); });
    if (measured == runs.end()) continue;
    TRY_ASSIGN(const auto work, work_of(metric, scaling, ladder.rungs[k].shape, measured->conditions));
    for (auto& time : times[k])
      if (time) *time -= std::log(work);
  }
  return times;
}

/// A ladder while its rungs are compared with the baseline.
struct Comparison {
  const Ladder& ladder;
  const Metric& metric;
  Scaling scaling;
  stats::LogTimes y{};                  // as measured
  std::optional<stats::Noise> noise{};  // of both
  stats::Sample of_equal_work{};        // for speedups
  std::size_t baseline = 0;
};

// Rates and their interval bounds are inverse times. The median is that of the values themselves.
std::optional<stats::Estimate> typical_value(const Comparison& c, std::size_t k) {
  auto typical = stats::typical_time(c.y, k, c.noise);
  if (!typical) return std::nullopt;
  typical->centre = stats::median(values_of(c.ladder.rungs[k].runs));
  if (typical->interval && c.metric.quantity == Quantity::rate)
    typical->interval = stats::inverse(*typical).interval;
  return typical;
}

Ladder with_means(Ladder ladder) {
  for (auto& rung : ladder.rungs)
    for (auto& run : rung.runs)
      if (run.value) run.value = mean_of(run);
  return ladder;
}

Comparison comparison_of(const Ladder& ladder, const Metric& metric) {
  Comparison c{
      .ladder = ladder, .metric = metric, .scaling = ladder.scaling, .y = log_times(ladder, metric.quantity)};
  c.noise = stats::noise_of(c.y, ladder.rounds);
  return c;
}

void add_means(const Ladder& ladder, const Metric& metric, ScalingTable& table) {
  auto c = comparison_of(ladder, metric);
  for (std::size_t k = 0; k < table.points.size(); ++k) table.points[k].mean = typical_value(c, k);
  if (auto times = log_times_of_equal_work(ladder, c.y, metric, ladder.scaling))
    table.mean_times = {.y = std::move(*times), .noise = c.noise, .rounds = ladder.rounds};
}

// All differences between the runs of a rung and the first measured run of a reference.
std::vector<Difference> differences_of(const Comparison& c, std::size_t reference, std::size_t k) {
  const auto& runs = c.ladder.rungs[reference].runs;
  const auto first = std::ranges::find_if(runs, [](const auto& run) { return run.value.has_value(); });
  std::vector<Difference> all;
  for (const auto& run : c.ladder.rungs[k].runs) {
    if (!run.value) continue;
    for (const auto& difference : differences(c.scaling, first->conditions, run.conditions))
      add_once(all, difference);
  }
  if (const auto clocks = clock_difference(c.ladder.rungs[reference], c.ladder.rungs[k]))
    all.push_back(*clocks);
  if (const auto sharing = sharing_difference(c.ladder.rungs[reference], c.ladder.rungs[k]))
    all.push_back(*sharing);
  if (const auto timing = timing_difference(c.ladder.rungs[reference], c.ladder.rungs[k]))
    all.push_back(*timing);
  if (const auto epochs =
          epochs_difference(c.metric, c.scaling, c.ladder.rungs[reference], c.ladder.rungs[k]))
    all.push_back(*epochs);
  if (const auto time = difference_in_time(c.ladder, reference, k)) all.push_back(*time);
  if (const auto switches = switch_difference(c.ladder, reference, k)) all.push_back(*switches);
  return all;
}

// Nullopt also for throughput, whose rungs do different work.
std::optional<double> ideal_speedup(const Comparison& c, std::size_t reference, std::size_t k) {
  if (c.scaling == Scaling::throughput) return std::nullopt;
  return size_ratio(c.ladder.rungs[k].shape, c.ladder.rungs[reference].shape);
}

// The likeness of a rung to one of half its size: most if that has as many ranks on a node, next if as many
// nodes. 0: it is not half the size, or has more nodes.
int likeness_of_half(const Comparison& c, std::size_t half, std::size_t k) {
  if (ideal_speedup(c, half, k) != 2) return 0;
  const auto nodes = c.ladder.rungs[half].shape.nodes.value_or(1);
  const auto nodes_here = c.ladder.rungs[k].shape.nodes.value_or(1);
  if (nodes > nodes_here) return 0;
  if (nodes * 2 == nodes_here) return 3;
  return nodes == nodes_here ? 2 : 1;
}

std::optional<std::size_t> half_of(const Comparison& c, const std::vector<ScalingPoint>& points,
                                   std::size_t k) {
  std::optional<std::size_t> best;
  int likeness = 0;
  for (std::size_t half = 0; half < k; ++half)  // the ladder rises
    if (points[half].typical && likeness_of_half(c, half, k) > likeness) {
      best = half;
      likeness = likeness_of_half(c, half, k);
    }
  return best;
}

void add_doubling(const Comparison& c, std::vector<ScalingPoint>& points, std::size_t k) {
  const auto half = points[k].typical ? half_of(c, points, k) : std::nullopt;
  if (!half) return;
  auto differences = differences_of(c, *half, k);
  if (forbid_speedup(differences) || forbid_speedup(differences_of(c, *half, *half))) return;
  if (const auto speedup = stats::ratio_of(c.of_equal_work, *half, k))
    points[k].doubling = {.from = points[*half].rung,
                          .divided = *half,
                          .speedup = *speedup,
                          .differences = std::move(differences)};
}

void add_speedup(const Comparison& c, std::size_t k, ScalingPoint& point) {
  point.differences = differences_of(c, c.baseline, k);
  if (forbid_speedup(point.differences)) {
    point.no_speedup = "not comparable with the baseline";
    return;
  }
  point.speedup =
      point.is_baseline ? stats::Estimate{.centre = 1} : stats::ratio_of(c.of_equal_work, c.baseline, k);
  if (!point.speedup) point.no_speedup = "no round has both the rung and the baseline";
  if (const auto ideal = ideal_speedup(c, c.baseline, k); point.speedup && ideal)
    point.efficiency = scaled(*point.speedup, 1 / *ideal);
}

void claim_against_ideal(const Comparison& c, std::size_t k, ScalingPoint& point) {
  if (!point.efficiency || !point.efficiency->interval) return;
  const auto ideal = *ideal_speedup(c, c.baseline, k);
  const auto p = stats::p_value(c.of_equal_work, c.baseline, k, ideal);
  point.claims.push_back(
      {.against = "ideal", .divided = c.baseline, .expected = ideal, .ratio = *point.efficiency, .p = p});
}

void claim_against_rung(const Comparison& c, std::size_t before, std::size_t k, ScalingPoint& point) {
  const auto gain = stats::ratio_of(c.of_equal_work, before, k);
  if (!gain || !gain->interval) return;
  const auto p = stats::p_value(c.of_equal_work, before, k, 1);
  point.claims.push_back({.against = c.ladder.rungs[before].name, .divided = before, .ratio = *gain, .p = p});
}

std::vector<ScalingPoint> points_without_speedups(const Comparison& c, const std::string& baseline) {
  std::vector<ScalingPoint> points;
  for (std::size_t k = 0; k < c.ladder.rungs.size(); ++k) {
    const auto& rung = c.ladder.rungs[k];
    points.push_back({.rung = rung.name,
                      .shape = rung.shape,
                      .is_baseline = rung.name == baseline,
                      .is_shared = rung.is_shared,
                      .rate = rung.rate,
                      .billed = rung.billed,
                      .asked = rung.asked,
                      .command = rung.command,
                      .runs = rung.runs,
                      .typical = typical_value(c, k)});
  }
  return points;
}

// The position of the baseline. Returns an error if nothing can be divided by it.
Result<std::size_t> usable_baseline(const Comparison& c, const std::vector<ScalingPoint>& points,
                                    const std::string& baseline) {
  const auto found = std::ranges::find_if(points, [](const auto& p) { return p.is_baseline && p.typical; });
  if (found == points.end()) return failure(fmt::format("the baseline {} was not measured", baseline));
  const auto position = static_cast<std::size_t>(found - points.begin());
  if (forbid_speedup(differences_of(c, position, position)))
    return failure(fmt::format("the runs of the baseline {} are not comparable with each other", baseline));
  return position;
}

void add_speedups_and_claims(const Comparison& c, std::vector<ScalingPoint>& points) {
  std::optional<std::size_t> before;
  for (std::size_t k = 0; k < points.size(); ++k) {
    auto& point = points[k];
    if (!point.typical) continue;
    add_speedup(c, k, point);
    if (!point.speedup) continue;
    claim_against_ideal(c, k, point);
    if (before) claim_against_rung(c, *before, k, point);
    before = k;
  }
}

template <class Visit>
void for_each_claim(std::vector<ScalingTable>& tables, const Visit& visit) {
  for (auto& table : tables)
    for (std::size_t k = 0; k < table.points.size(); ++k)
      for (auto& claim : table.points[k].claims) visit(table, k, claim);
}

bool may_hold(const ScalingTable& table, std::size_t k, const Claim& claim) {
  const auto printed = scaled(claim.ratio, claim.expected).interval;
  return printed && stats::is_told_from(claim.expected, table.of_equal_work, claim.divided, k, *printed);
}

std::optional<stats::Interval> interval_in_report(const ScalingTable& table, std::size_t k,
                                                  const Claim& claim) {
  const auto printed = scaled(claim.ratio, claim.expected).interval;
  auto interval = stats::claim_interval(table.of_equal_work, claim.divided, k, *printed, claim.tail);
  if (!interval) return std::nullopt;
  interval->low /= claim.expected;
  interval->high /= claim.expected;
  if (is_significant(claim)) return interval;
  // An end that is 1 may miss it by the rounding of logarithms.
  constexpr double kRounding = 1e-9;
  if (std::abs(interval->low - 1) < kRounding) interval->low = std::min(interval->low, 1.0);
  if (std::abs(interval->high - 1) < kRounding) interval->high = std::max(interval->high, 1.0);
  return interval;
}

}  // namespace

std::vector<const ScalingPoint*> points_once(const std::vector<ScalingTable>& tables) {
  std::vector<const ScalingPoint*> points;
  for (const auto& table : tables)
    for (const auto& point : table.points)
      if (!point.is_shared || table.scaling == tables.front().scaling) points.push_back(&point);
  return points;
}

std::optional<std::size_t> position_of_baseline(const ScalingTable& table) {
  const auto& points = table.points;
  const auto found = std::ranges::find_if(points, [](const auto& p) { return p.is_baseline; });
  return found == points.end() ? std::nullopt
                               : std::optional(static_cast<std::size_t>(found - points.begin()));
}

std::optional<double> size_ratio(const RungShape& larger, const RungShape& smaller) {
  if (larger.device != smaller.device) return std::nullopt;
  if (larger.ranks && smaller.ranks) return static_cast<double>(*larger.ranks) / *smaller.ranks;
  if (larger.ranks || smaller.ranks || !larger.nodes || !smaller.nodes) return std::nullopt;
  return static_cast<double>(*larger.nodes) / *smaller.nodes;
}

const Finding* value_star(const ScalingPoint& point) { return star_of(point.findings, Concerns::value); }

const Finding* ratio_star(const ScalingPoint& point) { return star_of(point.findings, Concerns::speedup); }

const Finding* speedup_star(const ScalingTable& table, const ScalingPoint& point) {
  const auto baseline = position_of_baseline(table);
  const auto* const own = ratio_star(point);
  return own == nullptr && baseline ? ratio_star(table.points[*baseline]) : own;
}

const Finding* doubling_star(const ScalingTable& table, const ScalingPoint& point) {
  if (!point.doubling) return nullptr;
  const auto& half = table.points[point.doubling->divided];
  if (const auto* star = value_star(half)) return star;
  if (const auto* star = half.is_baseline ? ratio_star(point) : nullptr) return star;
  return star_of(point.findings, Concerns::doubling);
}

bool has_one_run(const ScalingPoint& point) { return values_of(point.runs).size() == 1; }

ScalingTable scale(const Ladder& ladder, const Metric& metric, const std::string& baseline) {
  auto c = comparison_of(ladder, metric);
  ScalingTable table{.scaling = ladder.scaling,
                     .axes = ladder.axes,
                     .noise = c.noise,
                     .points = points_without_speedups(c, baseline)};
  add_means(with_means(ladder), metric, table);
  const auto usable = usable_baseline(c, table.points, baseline);
  if (!usable) table.no_speedups = usable.error().front().message;
  auto of_equal_work = log_times_of_equal_work(ladder, c.y, metric, ladder.scaling);
  if (!of_equal_work) {
    if (usable) table.no_speedups = of_equal_work.error().front().message;
    return table;
  }
  c.of_equal_work = {.y = std::move(*of_equal_work), .noise = c.noise, .rounds = ladder.rounds};
  for (std::size_t k = 0; k < table.points.size(); ++k) add_doubling(c, table.points, k);
  if (usable) {
    c.baseline = *usable;
    add_speedups_and_claims(c, table.points);
  }
  table.of_equal_work = std::move(c.of_equal_work);
  return table;
}

void adjust_claims(std::vector<ScalingTable>& tables) {
  std::vector<double> p;
  for_each_claim(tables, [&](const auto& table, auto k, const auto& claim) {
    p.push_back(may_hold(table, k, claim) ? claim.p : 1);
  });
  const auto adjusted = stats::holm(p);
  const auto tail = stats::first_open_tail(adjusted);
  auto next = adjusted.begin();
  for_each_claim(tables, [&](const auto& table, auto k, auto& claim) {
    claim.p_in_report = *next++;
    claim.tail = tail;
    claim.in_report = interval_in_report(table, k, claim);
  });
}

}  // namespace scalegen
