#include "bench/coverage/assertions.hpp"

#include <cmath>
#include <optional>
#include <utility>

#include "analysis/statistics/intervals.hpp"

namespace scalegen::coverage {
namespace {

constexpr std::size_t kAsserted = kRungs - 1;

bool fails(stats::LogTimes times, double limit) {
  stats::Sample sample{.y = std::move(times)};
  sample.noise = stats::noise_of(sample.y);
  sample.rounds_differ = stats::rounds_differ(sample.y);
  const auto speedup = stats::ratio_of(sample, 0, kAsserted);
  return speedup && speedup->interval && speedup->interval->high < limit;
}

}  // namespace

double share_of_failed_assertions(const NoiseModel& model, int rounds, double above, int sweeps,
                                  std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const auto medians = medians_of(model);
  const double limit = above * std::exp(medians.front() - medians[kAsserted]);
  int failed = 0;
  for (int i = 0; i < sweeps; ++i) {
    auto times = made_up_times(model, random);
    for (auto& column : times) column.resize(static_cast<std::size_t>(rounds));
    failed += fails(std::move(times), limit) ? 1 : 0;
  }
  return static_cast<double>(failed) / sweeps;
}

}  // namespace scalegen::coverage
