#include "analysis/models/ladder_outlook.hpp"

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/models/prediction.hpp"

namespace scalegen::models {
namespace {

stats::Estimate estimate(double centre, double one_end, double other_end) {
  return {.centre = centre,
          .interval =
              stats::Interval{std::min(one_end, other_end), std::max(one_end, other_end), kPredictionLevel}};
}

Prediction prediction_of(const MeasuredSizes& measured, const NamedSize& at) {
  const auto time = predicted_time(measured, at.size);
  Prediction prediction{.at = at};
  const double workers = at.size.workers;
  if (measured.value)
    prediction.value = estimate(value_at(*measured.value, workers, time.log_time),
                                value_at(*measured.value, workers, time.log_low),
                                value_at(*measured.value, workers, time.log_high));
  if (!measured.log_baseline) return prediction;
  const auto speedup = [&](double log_time) { return std::exp(*measured.log_baseline - log_time); };
  const double ideal = workers / measured.baseline_workers;
  prediction.speedup = estimate(speedup(time.log_time), speedup(time.log_low), speedup(time.log_high));
  if (measured.scaling != Scaling::throughput)
    prediction.efficiency = estimate(speedup(time.log_time) / ideal, speedup(time.log_low) / ideal,
                                     speedup(time.log_high) / ideal);
  return prediction;
}

void fill_nodes(MeasuredSizes& measured) {
  for (auto& known : measured.sizes)
    if (!known.size.nodes) known.size.nodes = named_size(measured, known.size.workers).size.nodes;
}

// Of one rung behind a border nobody can tell whether its loss goes on with each doubling.
std::string only_across_nodes(const MeasuredSizes& measured) {
  const auto& largest = measured.sizes.back();
  const bool is_only = std::ranges::all_of(measured.sizes, [&](const auto& known) {
    return known.size.workers == largest.size.workers || known.size.nodes == 1;
  });
  return is_only && !measured.counts_nodes && largest.size.nodes.value_or(1) > 1 ? largest.rung : "";
}

// 4 GPUs on one node and on two are one size.
std::size_t distinct_sizes(const MeasuredSizes& measured) {
  std::set<double> workers;
  for (const auto& size : measured.sizes) workers.insert(size.size.workers);
  return workers.size();
}

LadderOutlook outlook_of(MeasuredSizes measured) {
  fill_nodes(measured);
  const auto next = named_size(measured, 2 * measured.sizes.back().size.workers);
  return {.measured = measured,
          .next = prediction_of(measured, next),
          .only_across_nodes = only_across_nodes(measured)};
}

}  // namespace

std::vector<LadderOutlook> outlooks_of(const ScalingTable& table, Quantity quantity) {
  constexpr std::size_t kLeastSizes = 3;
  std::vector<LadderOutlook> outlooks;
  for (const auto& measured : measured_sizes(table, table.scaling, quantity))
    if (distinct_sizes(measured) >= kLeastSizes) outlooks.push_back(outlook_of(measured));
  return outlooks;
}

}  // namespace scalegen::models
