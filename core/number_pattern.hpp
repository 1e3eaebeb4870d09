#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// How a person writes "a number" in a pattern: 'tokens/s {number}'.
inline constexpr std::string_view kNumberWord = "{number}";

/// The regular expression (ECMAScript) that a pattern stands for: each {number} becomes a group that matches
/// a number as programs print it, with thousands separators, decimal point and exponent, and also `nan` and
/// `inf`, so that no earlier number is taken for them.
std::string regex_of_pattern(std::string_view pattern);

}  // namespace scalegen
