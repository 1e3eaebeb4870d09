#pragma once
#include <string>
#include <vector>

#include "analysis/report/report.hpp"

namespace scalegen::report {

// Rates are made of the samples that step lines say. Those of rank 0 alone are a part of them.

/// True if the step lines of a measured run have other samples than its global batch, which is known; a
/// micro-step of `accumulate` has its part of it, and an epoch's last step may have fewer.
bool has_other_samples(const ScalingPoint& point);

/// The rungs of which that is so.
std::vector<std::string> sample_warnings(const Report& report);

}  // namespace scalegen::report
