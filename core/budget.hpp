#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

struct Plan;

inline constexpr std::string_view kGpuHours = "GPU-hours";
inline constexpr std::string_view kCoreHours = "core-hours";
inline constexpr std::string_view kNodeHours = "node-hours";

/// The most that some work may cost.
struct Budget {
  double amount = 0;
  std::string unit{};  // GPU-hours, core-hours, node-hours, or as the site calls its own
  bool operator==(const Budget&) const = default;
};

/// Reads a budget as a person writes it: "5000 GPU-hours", "80 core hours", "10 billing units". Any text can
/// be a unit of a site. Returns an error without a place for an amount that could be read in two ways, such
/// as 80k and 80,000.
Result<Budget> read_budget(const std::string& text);

/// The units that the runs of a plan are priced in: node-hours, GPU-hours, core-hours, and the site's own.
std::vector<std::string> price_units(const Plan& plan);

/// Spells the unit of a budget as one of `known` is spelled, whatever its case, hyphens and blanks. Returns
/// an error without a place if it is none of them: no rung could meet or miss such a budget.
Result<void> settle_unit(Budget& budget, const std::vector<std::string>& known);

}  // namespace scalegen
