#include "analysis/models/ladder_outlook.hpp"

#include <algorithm>
#include <cmath>

namespace scalegen::models {
namespace {

stats::Estimate estimate(double centre, double one_end, double other_end) {
  return {.centre = centre,
          .interval =
              stats::Interval{std::min(one_end, other_end), std::max(one_end, other_end), kPredictionLevel}};
}

Prediction prediction_of(const MeasuredSizes& measured, const NamedSize& at, const PredictedTime& time) {
  Prediction prediction{.at = at, .log_time = time.log_time};
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

// Worker x seconds of one run. In weak scaling a run of N workers does N times the work.
double price_of(const MeasuredSizes& measured, const Size& size, double log_time) {
  const double work = measured.scaling == Scaling::strong ? 1 : size.workers;
  return size.workers * work * std::exp(log_time);
}

bool is_measured(const MeasuredSizes& measured, const Size& size) {
  return std::ranges::any_of(measured.sizes,
                             [&](const auto& known) { return known.size.workers == size.workers; });
}

std::vector<NamedSize> unmeasured_sizes(const MeasuredSizes& measured, const NamedSize& target) {
  std::vector<NamedSize> sizes;
  for (double workers = measured.sizes.front().size.workers; workers < target.size.workers; workers *= 2)
    if (!is_measured(measured, {.workers = workers})) sizes.push_back(named_size(measured, workers));
  return sizes;
}

int usual_runs(const MeasuredSizes& measured) {
  int most = 1;
  for (const auto& size : measured.sizes) most = std::max(most, size.runs);
  return most;
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

LadderOutlook outlook_of(const MeasuredSizes& measured, const std::vector<NamedSize>& sizes,
                         const NamedSize& target) {
  LadderOutlook result{
      .measured = measured, .choice = choose(measured), .only_across_nodes = only_across_nodes(measured)};
  if (distinct_sizes(measured) < kLeastSizes) return result;
  const Outlook outlook(measured);
  for (const auto& size : sizes)
    result.predictions.push_back(prediction_of(measured, size, outlook.at(size.size)));
  result.next = next_size(outlook, measured, target);
  return result;
}

}  // namespace

std::optional<NextSize> next_size(const Outlook& outlook, const MeasuredSizes& measured,
                                  const NamedSize& target) {
  std::optional<NextSize> best;
  double most_for_its_price = 0;
  constexpr double kWorthIt = 0.9;
  for (const auto& size : unmeasured_sizes(measured, target)) {
    const double left = outlook.width_left(target.size, size.size, usual_runs(measured));
    const double for_its_price = (1 - left) / price_of(measured, size.size, outlook.mean_at(size.size));
    if (left > kWorthIt || for_its_price <= most_for_its_price) continue;
    most_for_its_price = for_its_price;
    best = NextSize{.at = size, .target = target, .width_left = left};
  }
  return best;
}

LadderOutlook outlook_of(MeasuredSizes measured, const NamedSize& target) {
  if (!measured.on_a_node && target.size.nodes.value_or(1) > 1)
    measured.on_a_node = target.size.workers / *target.size.nodes;
  fill_nodes(measured);
  return outlook_of(measured, doublings_up_to(measured, target), target);
}

LadderOutlook outlook_of(MeasuredSizes measured) {
  fill_nodes(measured);
  const double largest = measured.sizes.back().size.workers;
  return outlook_of(measured, {named_size(measured, 2 * largest)}, named_size(measured, 4 * largest));
}

Prediction by_law(const LadderOutlook& outlook, const NamedSize& at) {
  const double time =
      log_time(outlook.choice.fits[*outlook.choice.chosen], outlook.measured.scaling, at.size);
  return prediction_of(outlook.measured, at, {at.size, time, time, time});
}

std::vector<LadderOutlook> outlooks_of(const ScalingTable& table, Quantity quantity) {
  std::vector<LadderOutlook> outlooks;
  for (const auto& measured : measured_sizes(table, table.scaling, quantity))
    if (distinct_sizes(measured) >= kLeastSizes) outlooks.push_back(outlook_of(measured));
  return outlooks;
}

}  // namespace scalegen::models
