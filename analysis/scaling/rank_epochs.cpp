#include "analysis/scaling/ladder.hpp"

#include <algorithm>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {
namespace {

using Groups = std::vector<std::vector<double>>;

/// Matches of one run, one for each of its ranks in each of its epochs.
struct RankedFigure {
  FurtherFigure* figure = nullptr;
  std::int64_t ranks = 1;
};

std::vector<RankedFigure> figures_of(Ladder& ladder, const std::string& name) {
  std::vector<RankedFigure> figures;
  for (auto& rung : ladder.rungs)
    for (auto& run : rung.runs)
      for (auto& figure : run.further)
        if (figure.name == name && figure.value)
          figures.push_back({&figure, rank_count(rung.shape).value_or(1)});
  return figures;
}

bool are_of_each_rank(const std::vector<RankedFigure>& figures) {
  std::vector<double> counts;
  std::vector<double> by_ranks;
  for (const auto& [figure, ranks] : figures) {
    if (figure->matches % ranks != 0) return false;
    counts.push_back(static_cast<double>(figure->matches));
    by_ranks.push_back(counts.back() / static_cast<double>(ranks));
  }
  const auto range = [](const std::vector<double>& values) {
    const auto [least, most] = std::ranges::minmax_element(values);
    return *most / *least;
  };
  return !figures.empty() && range(by_ranks) < range(counts);
}

// By epoch; the strides are those between its ranks, and between epochs.
Groups grouped(const std::vector<double>& values, std::size_t ranks, std::size_t of_rank,
               std::size_t of_epoch) {
  Groups groups(values.size() / ranks);
  for (std::size_t e = 0; e < groups.size(); ++e)
    for (std::size_t r = 0; r < ranks; ++r) groups[e].push_back(values[e * of_epoch + r * of_rank]);
  return groups;
}

double spread_of(const Groups& groups) {
  double sum = 0;
  for (const auto& group : groups) {
    const auto [least, most] = std::ranges::minmax_element(group);
    sum += *most - *least;
  }
  return sum;
}

constexpr double kClearly = 0.5;

// Ranks print in turn, or their buffers arrive one after the other: in the right order they agree.
void fold(FurtherFigure& figure, std::size_t ranks) {
  std::vector<double> values;
  for (const auto& [epoch, value] : figure.epochs) values.push_back(value);
  auto best = grouped(values, ranks, 1, ranks);
  auto other = grouped(values, ranks, values.size() / ranks, 1);
  if (spread_of(other) < spread_of(best)) std::swap(best, other);
  const bool is_clear = best.size() == 1 || spread_of(best) <= kClearly * spread_of(other);
  figure.epochs.clear();
  for (std::size_t e = 0; is_clear && e < best.size(); ++e)
    figure.epochs[static_cast<std::int64_t>(e) + 1] = stats::median(best[e]);
  if (is_clear) figure.value = figure.epochs.rbegin()->second;
}

}  // namespace

void fold_ranks(std::vector<Ladder>& ladders, const PlanHead& head) {
  for (const auto& metric : head.further)
    for (auto& ladder : ladders) {
      const auto figures = figures_of(ladder, metric.name);
      if (metric.use != MetricUse::each_epoch || !are_of_each_rank(figures)) continue;
      for (const auto& [figure, ranks] : figures) fold(*figure, static_cast<std::size_t>(ranks));
    }
}

}  // namespace scalegen
