#include "bench/coverage/simulated_coverage.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <optional>
#include <utility>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::coverage {
namespace {

/// The number of all intervals, and of those that held the truth.
struct Count {
  int covered = 0;
  int all = 0;
  void operator+=(const Count& other) {
    covered += other.covered;
    all += other.all;
  }
  [[nodiscard]] double share() const { return all == 0 ? 0 : static_cast<double>(covered) / all; }
};

/// The comparisons of one sweep after some rounds.
struct Look {
  std::optional<double> widest{};
  Count count{};
};

bool is_counted(const NoiseModel& model, std::size_t rung) {
  using enum NoiseModel::Compared;
  const bool is_last = rung + 1 == kRungs;
  return model.compared == all || is_last == (model.compared == with_last);
}

Look look_at(const NoiseModel& model, stats::LogTimes times, int rounds, const std::vector<double>& medians) {
  for (auto& column : times) column.resize(static_cast<std::size_t>(rounds));
  stats::Sample sample{.y = std::move(times)};
  sample.noise = stats::noise_of(sample.y);
  Look look{.widest = 0};
  const auto compare = [&](std::size_t from, std::size_t rung) {
    const auto ratio = stats::ratio_of(sample, from, rung);
    if (!ratio || !ratio->interval) {
      look.widest.reset();
      return;
    }
    const auto& interval = *ratio->interval;
    if (look.widest) look.widest = std::max(*look.widest, stats::cautious_half_width(interval));
    if (!is_counted(model, rung)) return;
    const double truth = std::exp(medians[from] - medians[rung]);
    look.count += {interval.low <= truth && truth <= interval.high ? 1 : 0, 1};
  };
  for (std::size_t rung = 1; rung < kRungs; ++rung) {
    compare(0, rung);
    if (rung > 1) compare(rung - 1, rung);
  }
  return look;
}

}  // namespace

SimulatedCoverage simulate(const NoiseModel& model, const stats::StoppingRule& rule, int sweeps,
                           std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto medians = medians_of(model);
  std::array<Count, kMostRounds + 1> fixed{};
  Count stopping;
  int rounds = 0;
  for (int sweep = 0; sweep < sweeps; ++sweep) {
    const auto times = made_up_times(model, random);
    std::array<Look, kMostRounds + 1> looks{};
    for (int n = 2; n <= rule.at_most; ++n) {
      looks.at(static_cast<std::size_t>(n)) = look_at(model, times, n, medians);
      fixed.at(static_cast<std::size_t>(n)) += looks.at(static_cast<std::size_t>(n)).count;
    }
    const int end =
        stats::ending_round(rule, [&](int n) { return looks.at(static_cast<std::size_t>(n)).widest; });
    stopping += looks.at(static_cast<std::size_t>(end)).count;
    rounds += end;
  }
  const double mean = static_cast<double>(rounds) / sweeps;
  return {.of_fixed = fixed.at(static_cast<std::size_t>(std::lround(mean))).share(),
          .of_stopping = stopping.share(),
          .mean_rounds = mean};
}

}  // namespace scalegen::coverage
