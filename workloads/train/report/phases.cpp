#include "workloads/train/report/phases.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace scalegen::train {
namespace {

/// Nearest rank: the least value that at least `part` of the values do not exceed.
double quantile(std::vector<double>& values, double part) {
  const auto count = static_cast<double>(values.size());
  const auto index = static_cast<std::size_t>(std::max(1.0, std::ceil(part * count))) - 1;
  const auto place = values.begin() + static_cast<std::ptrdiff_t>(index);
  std::ranges::nth_element(values, place);
  return *place;
}

}  // namespace

PhaseSummary PhaseRecord::summary() const {
  PhaseSummary summary;
  const std::size_t first = steps_.size() / 2;
  summary.steps = static_cast<std::int64_t>(steps_.size() - first);
  if (summary.steps == 0) return summary;
  for (std::size_t phase = 0; phase < kPhases.size(); ++phase) {
    std::vector<double> values;
    for (std::size_t step = first; step < steps_.size(); ++step)
      values.push_back(steps_[step].seconds[phase]);
    summary.sum.seconds[phase] = std::accumulate(values.begin(), values.end(), 0.0);
    summary.median.seconds[phase] = quantile(values, 0.5);
    summary.p90.seconds[phase] = quantile(values, 0.9);
    summary.seconds += summary.sum.seconds[phase];
  }
  return summary;
}

}  // namespace scalegen::train
