#pragma once
#include <charconv>
#include <cmath>
#include <optional>
#include <string_view>

namespace scalegen {

/// A whole text that is one finite decimal number, such as 73.48 or 1e3; a plus sign is allowed.
inline std::optional<double> parse_number(std::string_view text) {
  if (!text.empty() && text.front() == '+') text.remove_prefix(1);
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && std::isfinite(number) ? std::optional(number) : std::nullopt;
}

/// A whole text that is one number from 0 on, such as 12.
inline std::optional<int> parse_ordinal(std::string_view text) {
  int number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool whole = error == std::errc{} && end == text.data() + text.size();
  return whole && number >= 0 ? std::optional(number) : std::nullopt;
}

}  // namespace scalegen
