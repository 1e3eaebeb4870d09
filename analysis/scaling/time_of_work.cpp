#include "analysis/scaling/time_of_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/conditions/work.hpp"
#include "core/metric_unit.hpp"
#include "core/try.hpp"

namespace scalegen::verdict {
namespace {

Settings conditions_of(const ScalingPoint& point) {
  const auto measured =
      std::ranges::find_if(point.runs, [](const auto& run) { return run.value.has_value(); });
  return measured == point.runs.end() ? Settings{} : measured->conditions;
}

// A value stands for one of these: a step, a sample, an epoch or a run.
Result<Work::Unit> counted_by(const Metric& metric) {
  const auto unit = parse_unit(metric.unit);
  if (unit.per_step) return Work::Unit::steps;
  if (metric.quantity == Quantity::rate) return Work::Unit::samples;
  if (unit.per_epoch) return Work::Unit::epochs;
  if (metric.is_of_a_part)
    return failure(fmt::format("'{}' does not say whether a match is of a step or of an epoch", metric.unit));
  if (unit.is_one_word && !unit.is_time_per_time) return Work::Unit::runs;
  return failure(fmt::format("'{}' does not say the time of steps, samples, epochs or runs", metric.unit));
}

Result<double> samples_of_an_epoch(const ScalingPoint& point) {
  for (const auto& run : point.runs)
    if (run.value && run.start && run.start->train_samples.value_or(0) > 0)
      return static_cast<double>(*run.start->train_samples);
  return failure("the samples of an epoch are not known: give 'samples' or 'steps'");
}

Result<double> samples_in(Work::Unit unit, const ScalingPoint& point) {
  const auto conditions = conditions_of(point);
  switch (unit) {
    case Work::Unit::samples:
      return 1;
    case Work::Unit::epochs:
      return samples_of_an_epoch(point);
    case Work::Unit::runs:
      return samples_per_run(point.shape, conditions);
    case Work::Unit::steps:
      if (const auto samples = samples_per_step(point.shape, conditions)) return *samples;
      return failure("unknown samples per step: set 'global_batch'");
  }
  return failure("unknown work");
}

// Batches count samples unless the sweep says otherwise; the trainer says the samples of an epoch.
std::string things_of(Work::Unit unit, const Settings& conditions) {
  return unit == Work::Unit::epochs ? "samples" : batch_unit(conditions);
}

// A rate of tokens tells nothing of a step whose batch counts sequences.
Result<void> check_things(Work::Unit counted, const Metric& metric, const Settings& conditions,
                          Work::Unit asked) {
  const auto of_value = counted == Work::Unit::samples ? metric.unit : things_of(counted, conditions);
  const auto of_work = things_of(asked, conditions);
  if (count_alike(of_value, of_work)) return {};
  return failure(fmt::format("'{}' does not count {}, as {}", of_value, of_work,
                             asked == Work::Unit::epochs ? "an epoch does"
                             : find(conditions, "batch_unit") != nullptr
                                 ? "'batch_unit' says of a batch"
                                 : "a batch does without 'batch_unit'"));
}

// The work, counted in what a value stands for: for a rate that is samples, in its own words.
Result<double> amount_in(Work::Unit counted, const Metric& metric, const ScalingPoint& point,
                         const Work& work) {
  if (counted == work.unit && counted != Work::Unit::samples) return work.amount;
  TRY(check_things(counted, metric, conditions_of(point), work.unit));
  TRY_ASSIGN(const auto of_work, samples_in(work.unit, point));
  TRY_ASSIGN(const auto of_value, samples_in(counted, point));
  return work.amount * of_work / of_value;
}

}  // namespace

Result<stats::Estimate> time_of_work(const ScalingPoint& point, const std::optional<stats::Estimate>& value,
                                     const Metric& metric, const Work& work) {
  if (!value) return failure(kUnmeasured);
  const bool is_rate = metric.quantity == Quantity::rate;
  TRY_ASSIGN(const auto counted, counted_by(metric));
  const auto seconds = is_rate ? std::optional(1.0) : seconds_in(metric.unit);
  if (!seconds) return failure(fmt::format("'{}' is no unit of time", metric.unit));
  TRY_ASSIGN(const auto steps, counted_steps(metric, conditions_of(point)));
  TRY_ASSIGN(const auto amount_of_steps, amount_in(counted, metric, point, work));
  const auto amount = amount_of_steps * steps;
  if (!is_rate) return scaled(*value, *seconds * amount);
  return time_of_counted(point, *value, metric, amount);
}

stats::Estimate time_of_counted(const ScalingPoint& point, const stats::Estimate& value, const Metric& metric,
                                double amount) {
  return scaled(inverse(value), amount / multiplicity(metric, point.shape));
}

}  // namespace scalegen::verdict
