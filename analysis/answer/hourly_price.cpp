#include "analysis/answer/hourly_price.hpp"

#include "core/advice.hpp"

namespace scalegen::answer {

std::string price_unit(const ScalingPoint& point) {
  if (point.rate) return std::string(point.rate->gpu_hours > 0 ? kGpuHours : kCoreHours);
  if (!point.shape.ranks && point.shape.nodes) return "node-hours";
  return std::string(point.shape.device == DeviceKind::cpu ? kCoreHours : kGpuHours);
}

double hourly_price(const ScalingPoint& point) {
  if (point.rate) return point.rate->gpu_hours > 0 ? point.rate->gpu_hours : point.rate->core_hours;
  return point.shape.ranks ? *point.shape.ranks : point.shape.nodes.value_or(0);
}

std::optional<double> hourly_price(const ScalingPoint& point, const std::string& unit) {
  const auto price = hourly_price(point);
  if (unit == price_unit(point) && price > 0) return price;
  if (!point.rate) return std::nullopt;
  if (unit == kCoreHours) return point.rate->core_hours;
  return unit == point.rate->unit && point.rate->units > 0 ? std::optional(point.rate->units) : std::nullopt;
}

}  // namespace scalegen::answer
