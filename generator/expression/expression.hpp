#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/setting.hpp"
#include "core/source_location.hpp"

namespace scalegen {

/// Arithmetic over names, as in `nodes * gpus_per_node <= 16`: + - * / %, comparisons, and, or, not, min,
/// max, ceil, floor, parentheses, numbers, and words in quotes.
class Expression {
 public:
  struct Node;

  /// An error points at the character where the text stops making sense.
  static Result<Expression> parse(const Located<std::string>& text);

  /// The names in the expression, each once, with its first location.
  [[nodiscard]] const std::vector<Located<std::string>>& names() const { return names_; }

  /// The value of the expression. Comparisons and `and`, `or`, `not` return 1 or 0. Whole numbers stay whole;
  /// `/` returns a real number unless it divides evenly. Errors: a name without a value, a word in place of a
  /// number, an overflow, a division by 0.
  [[nodiscard]] Result<Value> evaluate(const Settings& values) const;

 private:
  Located<std::string> text_{};
  std::vector<Located<std::string>> names_{};
  std::shared_ptr<const Node> root_{};
};

}  // namespace scalegen
