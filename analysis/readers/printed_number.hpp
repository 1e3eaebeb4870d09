#pragma once
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// The text that the group of a pattern matched, and the line around it.
struct FoundText {
  std::string_view before{};
  std::string_view text{};
  std::string_view after{};
};

/// Returns the number that a pattern found. Returns an error, to be read after "throughput in line 3 of out",
/// if it is not a number above 0, or if it is a part of one: if digits, a sign, an exponent, or digits beyond
/// a comma, a point or a colon stand around it. A pattern that names the sign or the separator itself, as
/// 'loss,([0-9.]+)' names the comma, means a part.
Result<double> read_found_number(const FoundText& found, std::string_view pattern);

}  // namespace scalegen
