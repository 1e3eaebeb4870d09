#include "analysis/answer/hourly_price.hpp"

#include "core/advice.hpp"

namespace scalegen::answer {

std::string price_unit(const ScalingPoint& point) {
  if (!point.shape.ranks && point.shape.nodes) return "node-hours";
  return std::string(point.shape.device == DeviceKind::cpu ? kCoreHours : kGpuHours);
}

double hourly_price(const ScalingPoint& point) {
  return point.shape.ranks ? *point.shape.ranks : point.shape.nodes.value_or(0);
}

std::optional<double> hourly_price(const ScalingPoint& point, const std::string& unit) {
  const auto price = hourly_price(point);
  return unit == price_unit(point) && price > 0 ? std::optional(price) : std::nullopt;
}

}  // namespace scalegen::answer
