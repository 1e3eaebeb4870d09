#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/setting.hpp"
#include "core/source_location.hpp"
#include "generator/expression/expression.hpp"

namespace scalegen {

/// A node of the syntax tree of an expression.
struct Expression::Node {
  enum class Kind { constant, name, sign, function };
  Kind kind = Kind::constant;
  std::string text{};      // of a name, a sign or a function
  Value value{};           // of a constant
  std::size_t offset = 0;  // in the text, in bytes
  std::vector<Node> operands{};
};

/// Parses an expression. An error points at the character where the text stops making sense.
Result<Expression::Node> parse_expression(const Located<std::string>& text);

}  // namespace scalegen
