#include "generator/plan/price.hpp"

namespace scalegen {

Price price(const Run& run) {
  const double hours = std::chrono::duration<double, std::ratio<3600>>(run.resources.time_limit).count();
  Price cost{.core_hours = run.rate.core_hours * hours, .gpu_hours = run.rate.gpu_hours * hours};
  if (!run.rate.unit.empty()) cost.units[run.rate.unit] = run.rate.units * hours;
  return cost;
}

Price price(const std::vector<Run>& runs) {
  Price sum;
  for (const auto& run : runs) {
    const auto one = price(run);
    sum.core_hours += one.core_hours;
    sum.gpu_hours += one.gpu_hours;
    for (const auto& [unit, amount] : one.units) sum.units[unit] += amount;
  }
  return sum;
}

}  // namespace scalegen
