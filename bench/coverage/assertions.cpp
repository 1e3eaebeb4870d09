#include "bench/coverage/assertions.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::coverage {
namespace {

constexpr std::size_t kAsserted = kRungs - 1;

bool is_missed(stats::LogTimes times, double limit) {
  stats::Sample sample{.y = std::move(times)};
  sample.noise = stats::noise_of(sample.y);
  sample.rounds_differ = stats::rounds_differ(sample.y);
  const auto speedup = stats::ratio_of(sample, 0, kAsserted);
  return speedup && speedup->interval && speedup->interval->high < limit;
}

}  // namespace

MissedAssertions simulate_assertions(const NoiseModel& model, int rounds, double above, int sweeps,
                                     std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto medians = medians_of(model);
  const double limit = above * std::exp(medians.front() - medians[kAsserted]);
  int missed = 0;
  int failed = 0;
  for (int i = 0; i < sweeps; ++i) {
    auto times = made_up_times(model, random);
    for (auto& column : times) column.resize(static_cast<std::size_t>(rounds) + 1);
    for (std::size_t rung = 1; rung < kAsserted; ++rung) times[rung].back().reset();
    auto before = times;
    for (auto& column : before) column.pop_back();
    if (!is_missed(std::move(before), limit)) continue;
    ++missed;
    failed += is_missed(std::move(times), limit) ? 1 : 0;
  }
  return {.missed = static_cast<double>(missed) / sweeps, .failed = static_cast<double>(failed) / sweeps};
}

}  // namespace scalegen::coverage
