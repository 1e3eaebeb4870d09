#include "generator/plan/price.hpp"

namespace scalegen::plan {

Price price(const Rate& rate, std::chrono::seconds time_limit) {
  const double hours = std::chrono::duration<double, std::ratio<3600>>(time_limit).count();
  Price cost{.core_hours = rate.core_hours * hours, .gpu_hours = rate.gpu_hours * hours};
  if (!rate.unit.empty()) cost.units[rate.unit] = rate.units * hours;
  return cost;
}

Price price(const Plan& plan, const std::vector<Job>& jobs) {
  const auto runs = runs_by_id(plan);
  Price sum;
  for (const auto& job : jobs) {
    const auto& run = *runs.at(job.runs.front());
    const auto one = job.shared ? price(job.shared->rate, job.shared->resources.time_limit)
                                : price(run.rate, run.resources.time_limit);
    sum.core_hours += one.core_hours;
    sum.gpu_hours += one.gpu_hours;
    for (const auto& [unit, amount] : one.units) sum.units[unit] += amount;
  }
  return sum;
}

}  // namespace scalegen::plan
