#include "analysis/cost/knee.hpp"

#include <algorithm>
#include <cmath>

#include "analysis/cost/cost.hpp"

namespace scalegen {
namespace {

constexpr double kMoreSpeed = 1.1;

// Faster by this is where speed and price of equal work rise alike: price_ratio / speed == speed.
double speed_at_knee(const PricedRungStep& step) { return std::sqrt(step.price_ratio); }

// True for values that were rounded or copied: nothing can be told from chance.
bool is_without_width(const stats::Interval& interval) {
  constexpr double kRounding = 1e-9;
  return interval.high - interval.low <= kRounding * interval.high;
}

std::optional<double> price_against(const ScalingTable& table, std::size_t k, std::size_t reference) {
  return price_ratio(*table.points[k].rate, *table.points[reference].rate);
}

// Those that compare with the baseline in speed and in price, the cheapest hour first.
std::vector<std::size_t> by_price(const ScalingTable& table) {
  std::vector<std::size_t> rungs;
  for (std::size_t k = 0; k < table.points.size(); ++k) {
    const auto& point = table.points[k];
    if (!point.speedup || !point.rate) continue;
    if (rungs.empty() || price_against(table, k, rungs.front())) rungs.push_back(k);
  }
  std::ranges::sort(rungs, [&](auto a, auto b) {
    const auto price = *price_against(table, a, b);
    return price == 1 ? table.points[a].speedup->centre > table.points[b].speedup->centre : price < 1;
  });
  return rungs;
}

// Between neighbours in price, in rising order. Of rungs with the same price the fastest counts.
std::vector<PricedRungStep> priced_rung_steps(const ScalingTable& table) {
  std::vector<PricedRungStep> steps;
  std::optional<std::size_t> before;
  for (const auto k : by_price(table)) {
    const auto price = before ? *price_against(table, k, *before) : 0;
    if (before && price == 1) continue;
    if (const auto speed = before ? stats::ratio_of(table.mean_times, *before, k) : std::nullopt)
      steps.push_back({.from = *before, .to = k, .price_ratio = price, .speed = *speed});
    before = k;
  }
  return steps;
}

}  // namespace

std::optional<double> price_of_ten_percent(double price_ratio, double speed) {
  if (speed <= 1) return std::nullopt;
  const double elasticity = std::log(price_ratio) / std::log(speed) - 1;
  return std::pow(kMoreSpeed, elasticity) - 1;
}

std::optional<Knee> knee_of(const ScalingTable& table) {
  std::optional<Knee> knee;
  for (const auto& step : priced_rung_steps(table)) {
    if (!step.speed.interval || is_without_width(*step.speed.interval)) return std::nullopt;
    if (step.speed.interval->high < speed_at_knee(step)) return Knee{KneeKind::after, step};
    if (step.speed.interval->low <= speed_at_knee(step)) return Knee{KneeKind::not_distinguishable, step};
    knee = Knee{KneeKind::none, step};
  }
  return knee;
}

}  // namespace scalegen
