#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "core/setting.hpp"
#include "generator/read/placed.hpp"

namespace scalegen {

/// A piece of an expression.
struct ExpressionToken {
  enum class Kind { constant, name, sign, end };  // names and signs: and, or and not are signs
  Kind kind = Kind::end;
  std::string text{};      // as it stands there
  Value value{};           // of a constant
  std::size_t offset = 0;  // in bytes
};

/// Cuts an expression into pieces, the last of which is its end. An error names what is no piece of any.
Result<std::vector<ExpressionToken>> expression_tokens(const Placed<std::string>& text);

}  // namespace scalegen
