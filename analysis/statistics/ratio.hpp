#pragma once
#include <optional>

#include "analysis/statistics/estimate.hpp"
#include "analysis/statistics/noise.hpp"

namespace scalegen {

/// The typical time of rung a divided by that of b: the speed-up of b over a. Nothing where no round has
/// both. Up to five rounds the centre is the median same-round ratio, because the ratio of two medians may
/// lie outside the interval; from six on it is Hodges' and Lehmann's, with an interval of ranks at its exact
/// coverage.
std::optional<Estimate> ratio_of(const LogTimes& y, std::size_t a, std::size_t b,
                                 const std::optional<Noise>& noise);

}  // namespace scalegen
