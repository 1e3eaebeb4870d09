#include "core/number_pattern.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kNumberRegex =
    "([+-]?(?:(?:(?:[0-9]{1,3}(?:,[0-9]{3})+|[0-9]+)(?:\\.[0-9]+)?|\\.[0-9]+)(?:[eE][+-]?[0-9]+)?|"
    "(?:[nN][aA][nN]|[iI][nN][fF])\\b))";

}  // namespace

std::string regex_of_pattern(std::string_view pattern) {
  std::string regex;
  while (!pattern.empty()) {
    const std::size_t escaped = pattern.front() == '\\' && pattern.size() > 1 ? 2 : 1;
    const bool is_number = pattern.starts_with(kNumberWord);
    regex += is_number ? kNumberRegex : pattern.substr(0, escaped);
    pattern.remove_prefix(is_number ? kNumberWord.size() : escaped);
  }
  return regex;
}

}  // namespace scalegen
