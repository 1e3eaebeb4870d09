#pragma once
#include <optional>

#include "core/interval.hpp"

namespace scalegen {

/// What is most likely, and the interval around it where there are observations enough to state one.
struct Estimate {
  double centre = 0;
  std::optional<Interval> interval{};
  bool operator==(const Estimate&) const = default;
};

}  // namespace scalegen
