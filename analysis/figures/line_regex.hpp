#pragma once
#include <optional>
#include <regex>
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// A person's regular expression for the lines of a person's program. std::regex sets itself no bounds: it
/// recurses as deep as a line is long (some 260 bytes of stack a character of `.*`), and nested quantifiers
/// such as (a+)+ take it time that doubles with each character. So it reads a line through an iterator that
/// counts, and gives up.
class LineRegex {
 public:
  /// An error where the text is no regular expression (ECMAScript), or has no group.
  static Result<LineRegex> make(const std::string& regex);

  struct Found {
    bool too_hard = false;              // nobody knows what the line holds
    std::optional<std::string> text{};  // the first group of the last match; empty text: it took no part
  };

  [[nodiscard]] Found last_in(std::string_view line) const;

 private:
  explicit LineRegex(std::regex regex) : regex_(std::move(regex)) {}

  std::regex regex_;
};

}  // namespace scalegen
