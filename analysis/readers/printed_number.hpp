#pragma once
#include <optional>
#include <string_view>

namespace scalegen {

/// A number as programs print it: what parse_number reads (73.48, 1e3), and commas between thousands where
/// they stand before every three digits of the whole part (1,234.5). Any other comma may be that of a
/// decimal, and is refused.
std::optional<double> parse_printed_number(std::string_view text);

}  // namespace scalegen
