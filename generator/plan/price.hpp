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

/// Of a run that takes all of its time limit: rate times limit.
Price price(const Run& run);

/// Of all of them together.
Price price(const std::vector<Run>& runs);

}  // namespace scalegen
