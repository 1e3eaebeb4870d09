#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "analysis/scaling/speedup.hpp"

namespace scalegen::verdict {

/// The unit of a table that does not say on which devices its ranks are.
inline constexpr std::string_view kRankHours = "rank-hours";

/// The unit in which a rung is paid: the site's, else that of its devices, its nodes or its ranks.
std::string price_unit(const ScalingPoint& point);

/// The number of these units that an hour of a rung costs; without a price in the plan its ranks count, or
/// its nodes. 0 if neither is known.
double hourly_price(const ScalingPoint& point);

/// The price of an hour of one rung divided by that of another; nullopt if that is unknown.
std::optional<double> hourly_price_ratio(const ScalingPoint& point, const ScalingPoint& reference);

/// The same as hourly_price in another unit; nullopt if that is unknown.
std::optional<double> hourly_price(const ScalingPoint& point, const std::string& unit);

}  // namespace scalegen::verdict
