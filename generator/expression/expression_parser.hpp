#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/setting.hpp"
#include "generator/expression/expression.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// A part of a parsed expression with the parts that it is made of.
struct Expression::Node {
  enum class Kind { constant, name, sign, function };
  Kind kind = Kind::constant;
  std::string text{};      // of a name, a sign or a function; a sign before one operand negates
  Value value{};           // of a constant
  std::size_t offset = 0;  // in the text, in bytes
  std::vector<Node> operands{};
};

/// A piece of an expression.
struct ExpressionToken {
  enum class Kind { constant, name, sign, end };  // names and signs: and, or and not are signs
  Kind kind = Kind::end;
  std::string text{};      // as it stands there
  Value value{};           // of a constant
  std::size_t offset = 0;  // in bytes
};

/// Cuts an expression into pieces, the last of which is its end. An error names what is no piece of any.
Result<std::vector<ExpressionToken>> expression_tokens(const Located<std::string>& text);

}  // namespace scalegen
