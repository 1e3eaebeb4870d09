#include "bench/coverage/simulated_coverage.hpp"

#include <cmath>
#include <utility>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::coverage {
namespace {

/// The number of all intervals, and of those that held the truth.
struct Count {
  int covered = 0;
  int all = 0;
};

bool is_counted(const NoiseModel& model, std::size_t rung) {
  using enum NoiseModel::Compared;
  const bool is_last = rung + 1 == kRungs;
  return model.compared == all || is_last == (model.compared == with_last);
}

/// Adds the comparisons of one sweep.
void add_sweep(const NoiseModel& model, stats::LogTimes times, const std::vector<double>& medians,
               Count& count) {
  stats::Sample sample{.y = std::move(times)};
  sample.noise = stats::noise_of(sample.y);
  const auto compare = [&](std::size_t from, std::size_t rung) {
    const auto ratio = stats::ratio_of(sample, from, rung);
    if (!ratio || !ratio->interval || !is_counted(model, rung)) return;
    const double truth = std::exp(medians[from] - medians[rung]);
    count.covered += ratio->interval->low <= truth && truth <= ratio->interval->high ? 1 : 0;
    ++count.all;
  };
  for (std::size_t rung = 1; rung < kRungs; ++rung) {
    compare(0, rung);
    if (rung > 1) compare(rung - 1, rung);
  }
}

}  // namespace

double simulated_coverage(const NoiseModel& model, int rounds, int sweeps, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto medians = medians_of(model);
  Count all;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    auto times = made_up_times(model, random);
    for (auto& column : times) column.resize(static_cast<std::size_t>(rounds));
    add_sweep(model, std::move(times), medians, all);
  }
  return all.all == 0 ? 0 : static_cast<double>(all.covered) / all.all;
}

}  // namespace scalegen::coverage
