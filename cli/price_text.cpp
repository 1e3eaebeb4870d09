#include "cli/price_text.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <vector>

#include "core/units.hpp"

namespace scalegen {

std::string price_text(const Price& price) {
  std::vector<std::string> parts = {three_digits(price.core_hours) + " core-hours",
                                    three_digits(price.gpu_hours) + " GPU-hours"};
  for (const auto& [unit, amount] : price.units) parts.push_back(three_digits(amount) + " " + unit);
  const auto last = parts.back();
  parts.pop_back();
  return fmt::format("{} and {}", fmt::join(parts, ", "), last);
}

}  // namespace scalegen
