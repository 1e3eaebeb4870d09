#include "generator/plan/price.hpp"

namespace scalegen {

Price price(const Run& run) {
  const double hours = std::chrono::duration<double, std::ratio<3600>>(run.resources.time_limit).count();
  return {run.rate.core_hours * hours, run.rate.gpu_hours * hours};
}

Price price(const Plan& plan) {
  Price sum;
  for (const auto& run : plan.runs) {
    const auto one = price(run);
    sum.core_hours += one.core_hours;
    sum.gpu_hours += one.gpu_hours;
  }
  return sum;
}

}  // namespace scalegen
