#pragma once
#include <map>
#include <string>
#include <vector>

#include "core/plan.hpp"

namespace scalegen {

/// What runs cost at most.
struct Price {
  double core_hours = 0;
  double gpu_hours = 0;
  std::map<std::string, double> units{};  // the site's own, by their name
  bool operator==(const Price&) const = default;
};

/// Of what is held for all of a time limit: rate times limit.
Price price(const Rate& rate, std::chrono::seconds time_limit);

/// Of jobs of a plan together.
Price price(const Plan& plan, const std::vector<Job>& jobs);

}  // namespace scalegen
