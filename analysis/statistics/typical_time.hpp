#pragma once
#include <optional>

#include "analysis/statistics/estimate.hpp"
#include "analysis/statistics/noise.hpp"

namespace scalegen {

/// The median time of rung k, and its interval: up to five runs from the noise that all rungs share, from six
/// on order statistics, at the exact coverage nearest to 95 %. Nothing for a rung without runs.
std::optional<Estimate> typical_time(const LogTimes& y, std::size_t k, const std::optional<Noise>& noise);

}  // namespace scalegen
