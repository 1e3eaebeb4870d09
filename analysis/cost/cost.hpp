#pragma once
#include <optional>
#include <string>

#include "core/plan.hpp"

namespace scalegen {

/// The cost of an allocation. A site without units of its own has no unit.
struct Cost {
  double core_hours = 0;
  double gpu_hours = 0;
  double units = 0;
  std::string unit{};
  bool operator==(const Cost&) const = default;
};

Cost cost_of(const Rate& rate, double hours);

/// The price of an hour of one allocation divided by that of another: in the site's units if both have the
/// same, else in GPU-hours if both hold GPUs, else in core-hours if neither does. Returns nullopt for a GPU
/// against cores.
std::optional<double> price_ratio(const Rate& rate, const Rate& reference);

/// The amount that is the price of a rate, or of a cost: the site's units, else GPU-hours, else core-hours.
double price_of(const Cost& cost);

/// Its name: "billing units", "GPU-hours", "core-hours".
std::string price_name(const Rate& rate);

}  // namespace scalegen
