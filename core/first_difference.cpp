#include "core/first_difference.hpp"

namespace scalegen {
namespace {

std::string_view take_line(std::string_view& text) {
  const auto end = text.find('\n');
  const auto line = text.substr(0, end);
  text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  return line;
}

}  // namespace

LineDifference first_difference(std::string_view first, std::string_view second) {
  for (int line = 1;; ++line) {
    const auto a = take_line(first);
    const auto b = take_line(second);
    if (a != b || (first.empty() && second.empty())) return {line, std::string(a), std::string(b)};
  }
}

}  // namespace scalegen
