#include "analysis/warm_up.hpp"

#include <algorithm>

namespace scalegen {
namespace {

constexpr std::size_t kBatch = 5;
constexpr std::size_t kFewSteps = 4 * kBatch;

// Steps beyond the last whole batch do not vote.
std::vector<double> batch_means(const std::vector<double>& values, std::size_t batch) {
  std::vector<double> means;
  for (std::size_t begin = 0; begin + batch <= values.size(); begin += batch) {
    double sum = 0;
    for (std::size_t i = 0; i < batch; ++i) sum += values[begin + i];
    means.push_back(sum / static_cast<double>(batch));
  }
  return means;
}

// Of the values from each one on: their squared deviations over the square of their number. Welford's sums,
// from the end.
std::vector<double> mser_of_rests(const std::vector<double>& values) {
  std::vector<double> rests(values.size());
  double count = 0;
  double mean = 0;
  double squares = 0;
  for (std::size_t i = values.size(); i-- > 0;) {
    ++count;
    const double step = values[i] - mean;
    mean += step / count;
    squares += step * (values[i] - mean);
    const double rounding = 1e-12 * mean;
    rests[i] = squares <= count * rounding * rounding ? 0 : squares / (count * count);
  }
  return rests;
}

}  // namespace

std::size_t warm_up_steps(const std::vector<double>& step_seconds) {
  if (step_seconds.size() < 2) return 0;
  const auto batch = step_seconds.size() < kFewSteps ? 1 : kBatch;
  const auto rests = mser_of_rests(batch_means(step_seconds, batch));
  const auto at_most = rests.begin() + static_cast<std::ptrdiff_t>(rests.size() / 2);
  const auto best = std::min_element(rests.begin(), at_most + 1);
  return static_cast<std::size_t>(best - rests.begin()) * batch;
}

}  // namespace scalegen
