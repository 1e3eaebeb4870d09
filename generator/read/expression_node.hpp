#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "generator/read/expression.hpp"

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

}  // namespace scalegen
