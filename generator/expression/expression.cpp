#include "generator/expression/expression.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "core/source_location.hpp"
#include "core/try.hpp"
#include "generator/expression/expression_parser.hpp"

namespace scalegen {

namespace {

using Node = Expression::Node;

constexpr auto kTooLarge = "the result is too large for a whole number";

double real_of(const Value& value) {
  const auto* const whole = std::get_if<std::int64_t>(&value);
  return whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
}

bool is_word(const Value& value) { return std::holds_alternative<std::string>(value); }

Value truth(bool holds) { return std::int64_t{holds ? 1 : 0}; }

/// The result of an operation, or why there is none.
using Computed = tl::expected<Value, std::string>;

Computed whole_result(char sign, std::int64_t a, std::int64_t b) {
  std::int64_t result = 0;
  switch (sign) {
    case '+':
      if (__builtin_add_overflow(a, b, &result)) return tl::make_unexpected(kTooLarge);
      return result;
    case '-':
      if (__builtin_sub_overflow(a, b, &result)) return tl::make_unexpected(kTooLarge);
      return result;
    case '*':
      if (__builtin_mul_overflow(a, b, &result)) return tl::make_unexpected(kTooLarge);
      return result;
    case '/':
      if (b == -1) return whole_result('-', 0, a);
      if (a % b != 0) return static_cast<double>(a) / static_cast<double>(b);
      return a / b;
    default:
      return b == -1 ? 0 : a % b;
  }
}

Computed real_result(char sign, double a, double b) {
  const double result = sign == '+'   ? a + b
                        : sign == '-' ? a - b
                        : sign == '*' ? a * b
                        : sign == '/' ? a / b
                                      : std::fmod(a, b);
  if (!std::isfinite(result)) return tl::make_unexpected("the result is too large for a number");
  return result;
}

Computed arithmetic(char sign, const Value& a, const Value& b) {
  if ((sign == '/' || sign == '%') && real_of(b) == 0) return tl::make_unexpected("this divides by 0");
  const auto* const left = std::get_if<std::int64_t>(&a);
  const auto* const right = std::get_if<std::int64_t>(&b);
  return left != nullptr && right != nullptr ? whole_result(sign, *left, *right)
                                             : real_result(sign, real_of(a), real_of(b));
}

bool less(const Value& a, const Value& b) {
  const auto* const left = std::get_if<std::int64_t>(&a);
  const auto* const right = std::get_if<std::int64_t>(&b);
  return left != nullptr && right != nullptr ? *left < *right : real_of(a) < real_of(b);
}

/// A word never equals a number.
bool equal(const Value& a, const Value& b) {
  return is_word(a) || is_word(b) ? a == b : !less(a, b) && !less(b, a);
}

Value compared(std::string_view sign, const Value& a, const Value& b) {
  if (sign == "<") return truth(less(a, b));
  if (sign == ">") return truth(less(b, a));
  return sign == "<=" ? truth(!less(b, a)) : truth(!less(a, b));
}

Computed rounded(const std::string& function, const Value& value) {
  const auto* const real = std::get_if<double>(&value);
  if (real == nullptr) return value;
  const double whole = function == "ceil" ? std::ceil(*real) : std::floor(*real);
  if (std::abs(whole) >= std::ldexp(1.0, 63)) return tl::make_unexpected(kTooLarge);
  return static_cast<std::int64_t>(whole);
}

bool is_binary(const Node& node) { return node.kind == Node::Kind::sign && node.operands.size() == 2; }

class Evaluator {
 public:
  Evaluator(const Located<std::string>& text, const Settings& values) : text_(text), values_(values) {}

  Result<Value> value_of(const Node& node) {
    switch (node.kind) {
      case Node::Kind::constant:
        return node.value;
      case Node::Kind::name:
        return named(node);
      case Node::Kind::sign:
        return is_binary(node) ? left_to_right(node) : unary(node);
      case Node::Kind::function:
        return called(node);
    }
    return Value{};
  }

 private:
  Result<Value> named(const Node& node) {
    if (const auto* const value = find(values_, node.text)) return *value;
    return refuse(node, fmt::format("'{}' has no value here", node.text));
  }

  Result<Value> number(const Node& node) {
    auto value = value_of(node);
    return value ? as_number(node, *std::move(value)) : value;
  }

  Result<Value> as_number(const Node& node, Value value) {
    if (is_word(value))
      return refuse(node, fmt::format("a number is expected, not the word '{}'", to_text(value)));
    return value;
  }

  Result<Value> unary(const Node& node) {
    TRY_ASSIGN(const auto value, number(node.operands.front()));
    if (node.text == "not") return truth(real_of(value) == 0);
    return checked(node, arithmetic('-', std::int64_t{0}, value));
  }

  /// The tree of a long sum is deep on its left. That side is walked in a loop, because recursion would use
  /// up the stack.
  Result<Value> left_to_right(const Node& node) {
    std::vector<const Node*> signs;
    const auto* first = &node;
    for (; is_binary(*first); first = &first->operands.front()) signs.push_back(first);
    auto value = value_of(*first);
    for (auto sign = signs.rbegin(); value && sign != signs.rend(); ++sign) value = binary(**sign, *value);
    return value;
  }

  Result<Value> binary(const Node& node, const Value& left) {
    if (node.text == "==" || node.text == "!=") return equality(node, left);
    TRY_ASSIGN(const auto first, as_number(node.operands[0], left));
    if (node.text == "and" || node.text == "or") return logic(node, first);
    TRY_ASSIGN(const auto second, number(node.operands[1]));
    if (node.text[0] == '<' || node.text[0] == '>') return compared(node.text, first, second);
    return checked(node, arithmetic(node.text[0], first, second));
  }

  Result<Value> equality(const Node& node, const Value& left) {
    TRY_ASSIGN(const auto right, value_of(node.operands[1]));
    return truth(equal(left, right) == (node.text == "=="));
  }

  /// Evaluates the right side only if the left side does not decide.
  Result<Value> logic(const Node& node, const Value& left) {
    const bool holds = real_of(left) != 0;
    if (holds == (node.text == "or")) return truth(holds);
    TRY_ASSIGN(const auto right, number(node.operands[1]));
    return truth(real_of(right) != 0);
  }

  Result<Value> called(const Node& node) {
    std::vector<Value> values;
    for (const auto& operand : node.operands) {
      TRY_ASSIGN(auto value, number(operand));
      values.push_back(std::move(value));
    }
    if (node.text == "min") return *std::ranges::min_element(values, less);
    if (node.text == "max") return *std::ranges::max_element(values, less);
    return checked(node, rounded(node.text, values.front()));
  }

  Result<Value> checked(const Node& node, Computed result) {
    if (!result) return refuse(node, std::move(result.error()));
    return std::move(*result);
  }

  tl::unexpected<Diagnostics> refuse(const Node& node, std::string message) {
    return tl::make_unexpected(
        Diagnostics{error_at(location_within(text_, node.offset), std::move(message))});
  }

  const Located<std::string>& text_;
  const Settings& values_;
};

/// Adds each name once, with its first location.
void gather_names(const Located<std::string>& text, const Node& node,
                  std::vector<Located<std::string>>& names) {
  const bool is_new = node.kind == Node::Kind::name &&
                      std::ranges::none_of(names, [&](const auto& name) { return name.value == node.text; });
  if (is_new) names.push_back({node.text, location_within(text, node.offset)});
  for (const auto& operand : node.operands) gather_names(text, operand, names);
}

}  // namespace

Result<Expression> Expression::parse(const Located<std::string>& text) {
  TRY_ASSIGN(auto root, parse_expression(text));
  Expression expression;
  expression.text_ = text;
  gather_names(text, root, expression.names_);
  expression.root_ = std::make_shared<const Node>(std::move(root));
  return expression;
}

Result<Value> Expression::evaluate(const Settings& values) const {
  return Evaluator(text_, values).value_of(*root_);
}

}  // namespace scalegen
