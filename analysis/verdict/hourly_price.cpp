#include "analysis/verdict/hourly_price.hpp"

#include <cmath>

#include "analysis/cost/cost.hpp"
#include "core/advice.hpp"

namespace scalegen::verdict {

std::string price_unit(const ScalingPoint& point) {
  if (point.rate) return price_name(*point.rate);
  if (!point.shape.ranks && point.shape.nodes) return std::string(kNodeHours);
  if (!point.shape.device) return std::string(kRankHours);
  return std::string(point.shape.device == DeviceKind::cpu ? kCoreHours : kGpuHours);
}

double hourly_price(const ScalingPoint& point) {
  if (point.rate) return price_of(cost_of(*point.rate, 1));
  return point.shape.ranks ? *point.shape.ranks : point.shape.nodes.value_or(0);
}

std::optional<double> hourly_price_ratio(const ScalingPoint& point, const ScalingPoint& reference) {
  if (point.rate && reference.rate) return price_ratio(*point.rate, *reference.rate);
  const double ratio = hourly_price(point) / hourly_price(reference);
  return std::isfinite(ratio) && ratio > 0 ? std::optional(ratio) : std::nullopt;
}

std::optional<double> hourly_price(const ScalingPoint& point, const std::string& unit) {
  const auto above_zero = [](double price) { return price > 0 ? std::optional(price) : std::nullopt; };
  if (unit == price_unit(point)) return above_zero(hourly_price(point));
  if (unit == kNodeHours) return above_zero(point.shape.nodes.value_or(0));
  if (!point.rate) return std::nullopt;
  if (unit == kGpuHours) return above_zero(point.rate->gpu_hours);
  return unit == kCoreHours ? above_zero(point.rate->core_hours) : std::nullopt;
}

}  // namespace scalegen::verdict
