#include "generator/plan/combination_id.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 32;

bool fits(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '.' ||
         c == '+' || c == ',' || c == '-';
}

}  // namespace

std::string id_part(const std::string& parameter, const Value& value, std::size_t row) {
  const auto text = to_text(value);
  auto part = text.substr(0, kMostCharacters);
  std::replace_if(
      part.begin(), part.end(), [](char c) { return !fits(c); }, '_');
  return part == text ? fmt::format("{}={}", parameter, part)
                      : fmt::format("{}={}~{}", parameter, part, row + 1);
}

}  // namespace scalegen
