#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen::plan {

/// The most that runs may cost.
struct Price {
  double core_hours = 0;
  double gpu_hours = 0;
  std::map<std::string, double> units{};  // the site's own, by their name
  bool operator==(const Price&) const = default;
};

/// The price of an allocation that is held for its whole time limit: rate times limit.
Price price(const Rate& rate, std::chrono::seconds time_limit);

/// The run after which the job of `prepare:` asks: one of the smallest.
const Run& run_that_prepares(const std::vector<Run>& runs);

/// The price of jobs of a plan together, and of the job that prepares them. It has no units of the site where
/// it is not known how many some of the jobs cost.
Price price(const Plan& plan, const std::vector<Job>& jobs);

}  // namespace scalegen::plan
