#pragma once
#include <optional>
#include <string>

namespace scalegen {

/// The number at the beginning of a text, and what follows it, without blanks between.
struct LeadingNumber {
  double number = 0;
  std::string rest{};
};

/// No budget and no price is above it, whatever its unit.
inline constexpr double kLargestAmount = 1e15;

/// Returns nullopt if a text begins with no number, or with a hexadecimal or infinite one.
std::optional<LeadingNumber> leading_number(const std::string& text);

}  // namespace scalegen
