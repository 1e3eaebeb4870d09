#include "core/leading_number.hpp"

#include <cmath>
#include <cstdlib>
#include <string_view>

namespace scalegen {

std::optional<LeadingNumber> leading_number(const std::string& text) {
  char* end = nullptr;
  const double number = std::strtod(text.c_str(), &end);
  const bool is_hexadecimal =
      std::string_view(text.c_str(), end).find_first_of("xX") != std::string_view::npos;
  if (end == text.c_str() || is_hexadecimal || !std::isfinite(number)) return std::nullopt;
  const std::string rest(end);
  const auto first = rest.find_first_not_of(' ');
  return LeadingNumber{number, first == std::string::npos ? "" : rest.substr(first)};
}

}  // namespace scalegen
