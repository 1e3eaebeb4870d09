#pragma once
#include <cstddef>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

class Regex;

/// The word by which a person writes "a number" in a pattern: 'tokens/s {number}'.
inline constexpr std::string_view kNumberWord = "{number}";

/// Where a number of digits, and perhaps a point between them, ends; `begin` if there is none.
std::size_t end_of_plain_number(std::string_view text, std::size_t begin);

/// A person's regular expression for the lines that a program prints, with one group for the number. Its
/// syntax is that of RE2, and each {number} is a group that matches a number as programs print it, with
/// thousands separators, decimal point and exponent, a clock time, and also `nan` and `inf`, so that no
/// earlier number is taken for them. Lines are bytes: what is not UTF-8 is searched, too.
class NumberPattern {
 public:
  struct Fault {
    std::size_t offset = 0;  // in the pattern
    std::string message{};
    std::string hint{};
  };
  static tl::expected<NumberPattern, Fault> compile(std::string_view pattern);

  struct Group {
    std::size_t begin = 0;
    std::size_t size = 0;  // 0 if the group took no part in the match
  };
  /// Calls `visit` with the group of each match in a line, from left to right.
  void for_each_in(std::string_view line, const std::function<void(const Group&)>& visit) const;

 private:
  /// What stands around {number} in a pattern that has no other sign of a regex.
  struct Literals {
    std::string before{};
    std::string after{};
  };

  NumberPattern(std::shared_ptr<const Regex> regex, std::string_view pattern);
  [[nodiscard]] std::optional<Group> plain_match(std::string_view line, std::size_t from) const;

  std::shared_ptr<const Regex> regex_;
  std::optional<Literals> literals_{};
};

}  // namespace scalegen
