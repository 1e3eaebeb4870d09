#pragma once
#include "analysis/scaling/speedup.hpp"
#include "core/advice.hpp"

namespace scalegen::answer {

/// The seconds that a rung takes for some work, from its typical value and with its interval. Returns an
/// error if the value does not say it: the time of a run, say, tells nothing of steps unless the run's steps
/// are known.
Result<stats::Estimate> time_of_work(const ScalingPoint& point, const Metric& metric, const Work& work);

}  // namespace scalegen::answer
