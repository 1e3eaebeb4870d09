#include "analysis/answer/time_of_work.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/scaling/work.hpp"
#include "core/metric_unit.hpp"
#include "core/try.hpp"

namespace scalegen::answer {
namespace {

Settings conditions_of(const ScalingPoint& point) {
  const auto measured =
      std::find_if(point.runs.begin(), point.runs.end(), [](const auto& run) { return run.value; });
  return measured == point.runs.end() ? Settings{} : measured->conditions;
}

// A value stands for one of these: a step, a sample or a run.
Work::Unit counted_by(const Metric& metric) {
  const auto unit = parse_unit(metric.unit);
  if (unit.per_step) return Work::Unit::steps;
  return metric.quantity == Quantity::rate ? Work::Unit::samples : Work::Unit::runs;
}

Result<double> samples_in(Work::Unit unit, const ScalingPoint& point) {
  const auto conditions = conditions_of(point);
  switch (unit) {
    case Work::Unit::samples:
      return 1;
    case Work::Unit::runs:
      return samples_per_run(point.shape, conditions);
    case Work::Unit::steps:
      if (const auto samples = samples_per_step(point.shape, conditions)) return *samples;
      return failure("unknown samples per step: set 'global_batch'");
  }
  return failure("unknown work");
}

// How many of what a value stands for make up the work.
Result<double> amount_in(Work::Unit counted, const ScalingPoint& point, const Work& work) {
  if (counted == work.unit) return work.amount;
  TRY_ASSIGN(const auto of_work, samples_in(work.unit, point));
  TRY_ASSIGN(const auto of_value, samples_in(counted, point));
  return work.amount * of_work / of_value;
}

}  // namespace

Result<stats::Estimate> time_of_work(const ScalingPoint& point, const Metric& metric, const Work& work) {
  if (!point.typical) return failure(why_unmeasured(point));
  const auto unit = parse_unit(metric.unit);
  const bool is_rate = metric.quantity == Quantity::rate;
  const auto seconds = is_rate ? std::optional(1.0) : seconds_in(metric.unit);
  if (!seconds || unit.is_time_per_time)
    return failure(fmt::format("'{}' does not say the time of steps, samples or runs", metric.unit));
  TRY_ASSIGN(const auto steps, counted_steps(metric, conditions_of(point)));
  TRY_ASSIGN(const auto amount_of_steps, amount_in(counted_by(metric), point, work));
  const auto amount = amount_of_steps * steps;
  if (!is_rate) return scaled(*point.typical, *seconds * amount);
  return scaled(inverse(*point.typical), amount / multiplicity(metric, point.shape));
}

}  // namespace scalegen::answer
