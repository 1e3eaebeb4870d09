#include "bench/coverage/slow_first.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "analysis/scaling/slow_first.hpp"
#include "analysis/statistics/intervals.hpp"

namespace scalegen::coverage {
namespace {

/// The comparisons of all sweeps.
class Comparisons {
 public:
  explicit Comparisons(const NoiseModel& model) : medians_(medians_of(model)) {}

  void add(stats::LogTimes times) {
    stats::Sample sample{.y = std::move(times)};
    sample.noise = stats::noise_of(sample.y);
    for (std::size_t rung = 1; rung < kRungs; ++rung) {
      compare(sample, 0, rung);
      if (rung > 1) compare(sample, rung - 1, rung);
    }
  }

  [[nodiscard]] Worth worth() const {
    return {.covered = static_cast<double>(covered_) / all_,
            .too_high = static_cast<double>(too_high_) / all_,
            .error = std::exp(stats::median(errors_)) - 1,
            .reach = stats::median(reaches_)};
  }

 private:
  void compare(const stats::Sample& sample, std::size_t from, std::size_t rung) {
    const auto speedup = stats::ratio_of(sample, from, rung);
    if (!speedup || !speedup->interval) return;
    const auto& interval = *speedup->interval;
    const double truth = std::exp(medians_[from] - medians_[rung]);
    ++all_;
    covered_ += interval.low <= truth && truth <= interval.high ? 1 : 0;
    too_high_ += interval.low > truth ? 1 : 0;
    if (from > 0) return;
    errors_.push_back(std::abs(std::log(speedup->centre / truth)));
    reaches_.push_back(std::sqrt(interval.high / interval.low));
  }

  std::vector<double> medians_;
  int all_ = 0;
  int covered_ = 0;
  int too_high_ = 0;
  std::vector<double> errors_{};
  std::vector<double> reaches_{};
};

bool is_slow_first(const stats::LogTimeColumn& column) {
  const auto runs = stats::observed(column);
  if (runs.size() < 2 || !column.front()) return false;
  return runs.front() >
         *std::max_element(runs.begin() + 1, runs.end()) + std::log(slow_first_factor(runs.size() - 1));
}

}  // namespace

SlowFirstRuns simulate_slow_first(const NoiseModel& model, int rounds, double one_off, int sweeps,
                                  std::uint64_t seed) {
  std::mt19937_64 random(seed);
  Comparisons before(model);
  Comparisons after(model);
  for (int i = 0; i < sweeps; ++i) {
    auto times = made_up_times(model, random);
    if (auto& first = times.front().front()) *first += std::log(one_off);
    const auto all = times;
    for (auto& column : times) column.resize(static_cast<std::size_t>(rounds));
    before.add(times);
    for (std::size_t k = 0; k < kRungs; ++k)
      if (is_slow_first(times[k])) times[k].front() = all[k].back();
    after.add(std::move(times));
  }
  return {.as_measured = before.worth(), .measured_again = after.worth()};
}

}  // namespace scalegen::coverage
