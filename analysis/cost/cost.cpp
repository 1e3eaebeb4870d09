#include "analysis/cost/cost.hpp"

namespace scalegen {

Cost cost_of(const Rate& rate, double hours) {
  return {.core_hours = rate.core_hours * hours,
          .gpu_hours = rate.gpu_hours * hours,
          .units = rate.units * hours,
          .unit = rate.unit};
}

std::optional<double> price_ratio(const Rate& rate, const Rate& reference) {
  if (rate.units > 0 && reference.units > 0 && rate.unit == reference.unit)
    return rate.units / reference.units;
  if (rate.gpu_hours > 0 && reference.gpu_hours > 0) return rate.gpu_hours / reference.gpu_hours;
  if (rate.gpu_hours > 0 || reference.gpu_hours > 0 || reference.core_hours <= 0) return std::nullopt;
  return rate.core_hours / reference.core_hours;
}

double price_of(const Cost& cost) {
  if (cost.units > 0) return cost.units;
  return cost.gpu_hours > 0 ? cost.gpu_hours : cost.core_hours;
}

std::string price_name(const Rate& rate) {
  if (rate.units > 0) return rate.unit;
  return std::string(rate.gpu_hours > 0 ? kGpuHours : kCoreHours);
}

}  // namespace scalegen
