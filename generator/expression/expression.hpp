#pragma once
#include <memory>
#include <string>
#include <vector>

#include "core/setting.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// Arithmetic over names, as in `nodes * gpus_per_node <= 16`: + - * / %, comparisons, and, or, not, min,
/// max, ceil, floor, parentheses, numbers, and words in quotes.
class Expression {
 public:
  struct Node;

  /// An error shows the place in the text where it stops to make sense.
  static Result<Expression> parse(const Located<std::string>& text);

  /// The names that it wants, each where it first stands.
  [[nodiscard]] const std::vector<Located<std::string>>& names() const { return names_; }

  /// Its value; comparisons and words of logic give 1 or 0. Whole numbers stay whole but for `/`, unless that
  /// leaves no rest. An error where a name has no value, a word stands where a number belongs, or the result
  /// is no number, as after a division by 0.
  [[nodiscard]] Result<Value> evaluate(const Settings& values) const;

 private:
  Located<std::string> text_{};
  std::vector<Located<std::string>> names_{};
  std::shared_ptr<const Node> root_{};
};

}  // namespace scalegen
