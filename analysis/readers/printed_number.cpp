#include "analysis/readers/printed_number.hpp"

#include <algorithm>
#include <string>

#include "analysis/readers/number.hpp"

namespace scalegen {
namespace {

bool are_digits(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) { return '0' <= c && c <= '9'; });
}

// The whole part of a number, whose commas stand between thousands.
bool is_grouped(std::string_view whole) {
  auto comma = whole.find(',');
  const auto first = whole.substr(0, comma);
  if (!are_digits(first) || first.size() > 3 || first.front() == '0') return false;
  while (comma != std::string_view::npos) {
    whole.remove_prefix(comma + 1);
    comma = whole.find(',');
    if (const auto group = whole.substr(0, comma); group.size() != 3 || !are_digits(group)) return false;
  }
  return true;
}

}  // namespace

std::optional<double> parse_printed_number(std::string_view text) {
  if (text.find(',') == std::string_view::npos) return parse_number(text);
  const auto sign = static_cast<std::size_t>(text.front() == '+' || text.front() == '-');
  const auto point = std::min(text.find('.'), text.size());
  const bool commas_beyond = text.find(',', point) != std::string_view::npos;
  if (commas_beyond || !is_grouped(text.substr(sign, point - sign))) return std::nullopt;
  std::string plain(text);
  std::erase(plain, ',');
  return parse_number(plain);
}

}  // namespace scalegen
