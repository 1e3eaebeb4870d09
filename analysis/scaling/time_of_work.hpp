#pragma once
#include "analysis/scaling/speedup.hpp"
#include "core/advice.hpp"

namespace scalegen::verdict {

/// The seconds that a rung takes for some work, from a value of it, typical or mean, with its interval.
/// Returns an error if the value does not say it: the time of a run, say, tells nothing of steps unless the
/// run's are known, and a rate of tokens nothing unless `batch_unit` says that batches count tokens.
Result<stats::Estimate> time_of_work(const ScalingPoint& point, const std::optional<stats::Estimate>& value,
                                     const Metric& metric, const Work& work);

/// The seconds that a measured rung takes for an amount of what a rate counts: of tokens, if it is tokens/s.
stats::Estimate time_of_counted(const ScalingPoint& point, const stats::Estimate& value, const Metric& metric,
                                double amount);

}  // namespace scalegen::verdict
