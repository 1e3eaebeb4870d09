#pragma once
#include <optional>
#include <string>

#include "analysis/scaling/speedup.hpp"

namespace scalegen::answer {

/// The unit in which a rung is paid: the site's, else GPU-hours or core-hours.
std::string price_unit(const ScalingPoint& point);

/// How many of these units an hour of a rung costs; without a price in the plan its ranks count, or its
/// nodes. 0 if neither is known.
double hourly_price(const ScalingPoint& point);

/// How many times as much an hour of one rung costs as an hour of another; nullopt if that is unknown.
std::optional<double> hourly_price_ratio(const ScalingPoint& point, const ScalingPoint& reference);

/// The same as hourly_price in another unit; nullopt if that is unknown.
std::optional<double> hourly_price(const ScalingPoint& point, const std::string& unit);

}  // namespace scalegen::answer
