#include "bench/coverage/two_sweeps.hpp"

#include <cmath>
#include <optional>

#include "analysis/statistics/two_samples.hpp"

namespace scalegen::coverage {
namespace {

struct RatioCount {
  int covered = 0;
  int all = 0;
  void add(const stats::Estimate& ratio, double truth) {
    if (!ratio.interval) return;
    covered += ratio.interval->low <= truth && truth <= ratio.interval->high ? 1 : 0;
    ++all;
  }
  [[nodiscard]] double share() const { return all == 0 ? 0 : static_cast<double>(covered) / all; }
};

stats::Sample sweep_of(const NoiseModel& model, int rounds, std::mt19937_64& random) {
  stats::Sample sample{.y = made_up_times(model, random)};
  for (auto& column : sample.y) column.resize(static_cast<std::size_t>(rounds));
  sample.noise = stats::noise_of(sample.y);
  sample.rounds_differ = stats::rounds_differ(sample.y);
  return sample;
}

}  // namespace

TwoSweeps simulate_two_sweeps(const NoiseModel& model, int rounds_a, int rounds_b, int pairs,
                              std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto medians = medians_of(model);
  const std::size_t rung = kRungs - 1;
  const std::size_t other =
      model.last_rung > 1 && model.compared == NoiseModel::Compared::with_last ? 1 : rung;
  RatioCount ratios;
  RatioCount speedups;
  for (int i = 0; i < pairs; ++i) {
    const auto a = sweep_of(model, rounds_a, random);
    const auto b = sweep_of(model, rounds_b, random);
    const auto of_a = stats::observed(a.y[rung]);
    const auto of_b = stats::observed(b.y[other]);
    const double truth = std::exp(medians[rung] - medians[other]);
    if (!of_a.empty() && !of_b.empty()) ratios.add(stats::ratio_of_independent(of_a, of_b), truth);
    const auto speedup_a = stats::ratio_of(a, 0, rung);
    const auto speedup_b = stats::ratio_of(b, 0, other);
    if (speedup_a && speedup_b) speedups.add(stats::ratio_of_estimates(*speedup_b, *speedup_a), truth);
  }
  return {.of_ratios = ratios.share(), .of_speedups = speedups.share()};
}

}  // namespace scalegen::coverage
