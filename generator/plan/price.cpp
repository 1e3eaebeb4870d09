#include "generator/plan/price.hpp"

#include <algorithm>
#include <utility>

namespace scalegen::plan {

Price price(const Rate& rate, std::chrono::seconds time_limit) {
  const double hours = std::chrono::duration<double, std::ratio<3600>>(time_limit).count();
  Price cost{.core_hours = rate.core_hours * hours, .gpu_hours = rate.gpu_hours * hours};
  if (!rate.unit.empty()) cost.units[rate.unit] = rate.units * hours;
  return cost;
}

const Run& run_that_prepares(const std::vector<Run>& runs) {
  return *std::ranges::min_element(
      runs, {}, [](const Run& run) { return std::pair(size_of(run.rung), run.rung.nodes); });
}

Price price(const Plan& plan, const std::vector<Job>& jobs) {
  const auto runs = runs_by_id(plan);
  Price sum;
  bool has_units = true;
  const auto add = [&](const Price& one) {
    has_units = has_units && !one.units.empty();
    sum.core_hours += one.core_hours;
    sum.gpu_hours += one.gpu_hours;
    for (const auto& [unit, amount] : one.units) sum.units[unit] += amount;
  };
  for (const auto& job : jobs) {
    const auto& run = *runs.at(job.runs.front());
    add(job.shared ? price(job.shared->rate, job.shared->resources.time_limit)
                   : price(run.rate, run.resources.time_limit));
  }
  const auto& prepare = plan.head.launch.prepare;
  if (prepare.in_job && !jobs.empty()) add(price(run_that_prepares(plan.runs).rate, prepare.time_limit));
  if (!has_units) sum.units.clear();
  return sum;
}

}  // namespace scalegen::plan
