#include "analysis/measurement/window_error.hpp"

#include <cmath>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen {

std::optional<double> window_error(const TrainerLog& log, const MeasuredWindow& window) {
  constexpr std::size_t kBatch = 5;
  constexpr std::size_t kFewestBatches = 4;
  std::vector<double> means;
  for (auto begin = static_cast<std::size_t>(window.warm_up_steps); begin + kBatch <= log.steps.size();
       begin += kBatch) {
    double sum = 0;
    for (std::size_t i = 0; i < kBatch; ++i) sum += log.steps[begin + i].seconds.value_or(0);
    means.push_back(sum / kBatch);
  }
  const double mean = means.empty() ? 0 : stats::mean(means);
  if (means.size() < kFewestBatches || mean <= 0) return std::nullopt;
  return std::sqrt(stats::sample_variance(means) / static_cast<double>(means.size())) / mean;
}

}  // namespace scalegen
