#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "core/did_you_mean.hpp"
#include "generator/read/expression_node.hpp"
#include "generator/read/expression_tokens.hpp"
#include "generator/read/mark_within.hpp"

namespace scalegen {
namespace {

using Node = Expression::Node;
using Token = ExpressionToken;

constexpr int kMostLevels = 100;  // of parentheses and of signs before signs

const std::vector<std::string>& functions() {
  static const std::vector<std::string> names = {"min", "max", "ceil", "floor"};
  return names;
}

bool is_comparison(std::string_view sign) {
  constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  return std::find(kComparisons.begin(), kComparisons.end(), sign) != kComparisons.end();
}

/// From the loosest sign to the tightest: or, and, not, comparisons, + -, * / %, the sign of a number. What
/// follows the first error is of no use.
class Parser {
 public:
  Parser(const Placed<std::string>& text, std::vector<Token> tokens)
      : text_(text), tokens_(std::move(tokens)) {}

  Result<Node> parse() {
    if (tokens_.size() == 1) refuse(tokens_.front(), "there is no expression here");
    auto node = disjunction();
    if (at().kind != Token::Kind::end) refuse(at(), misplaced(at(), "an operator or the end"), advice());
    if (error_) return tl::make_unexpected(Diagnostics{std::move(*error_)});
    return node;
  }

 private:
  [[nodiscard]] const Token& at() const { return tokens_[next_]; }
  [[nodiscard]] bool at_sign(std::string_view sign) const {
    return at().kind == Token::Kind::sign && at().text == sign;
  }
  const Token& take() { return at().kind == Token::Kind::end ? at() : tokens_[next_++]; }

  Node disjunction() {
    auto node = conjunction();
    while (!error_ && at_sign("or")) node = joined(std::move(node), take(), &Parser::conjunction);
    return node;
  }

  Node conjunction() {
    auto node = negation();
    while (!error_ && at_sign("and")) node = joined(std::move(node), take(), &Parser::negation);
    return node;
  }

  Node negation() { return at_sign("not") ? before_one(&Parser::negation) : comparison(); }

  Node comparison() {
    auto node = sum();
    if (error_ || at().kind != Token::Kind::sign || !is_comparison(at().text)) return node;
    node = joined(std::move(node), take(), &Parser::sum);
    if (at().kind == Token::Kind::sign && is_comparison(at().text))
      refuse(at(), "comparisons do not chain", "write 'a < b and b < c'");
    return node;
  }

  Node sum() {
    auto node = product();
    while (!error_ && (at_sign("+") || at_sign("-")))
      node = joined(std::move(node), take(), &Parser::product);
    return node;
  }

  Node product() {
    auto node = factor();
    while (!error_ && (at_sign("*") || at_sign("/") || at_sign("%")))
      node = joined(std::move(node), take(), &Parser::factor);
    return node;
  }

  Node factor() { return at_sign("-") ? before_one(&Parser::factor) : operand(); }

  Node operand() {
    const auto& token = take();
    if (token.kind == Token::Kind::constant)
      return {.kind = Node::Kind::constant, .value = token.value, .offset = token.offset};
    if (token.kind == Token::Kind::name && at_sign("(")) return call(token);
    if (token.kind == Token::Kind::name) return name(token);
    if (token.kind == Token::Kind::sign && token.text == "(") return in_parentheses();
    refuse(token, misplaced(token, "a number, a name or '('"), advice());
    return {};
  }

  Node name(const Token& token) {
    const bool is_function =
        std::find(functions().begin(), functions().end(), token.text) != functions().end();
    if (is_function)
      refuse(token, fmt::format("'{}' is a function", token.text),
             "write what it works on in parentheses behind it");
    return {.kind = Node::Kind::name, .text = token.text, .offset = token.offset};
  }

  Node in_parentheses() {
    if (!descend()) return {};
    auto node = disjunction();
    --level_;
    expect(")");
    return node;
  }

  Node call(const Token& token) {
    if (std::find(functions().begin(), functions().end(), token.text) == functions().end())
      refuse(token, fmt::format("there is no function '{}'", token.text),
             did_you_mean(token.text, functions()));
    Node node{.kind = Node::Kind::function, .text = token.text, .offset = token.offset};
    if (!descend()) return node;
    do {
      take();  // the parenthesis, then commas
      node.operands.push_back(disjunction());
    } while (!error_ && at_sign(","));
    --level_;
    expect(")");
    const bool wants_one = token.text == "ceil" || token.text == "floor";
    if (wants_one && node.operands.size() != 1)
      refuse(token, fmt::format("'{}' takes one number, and here are {}", token.text, node.operands.size()));
    return node;
  }

  Node before_one(Node (Parser::*level)()) {
    const auto& sign = take();
    Node node{.kind = Node::Kind::sign, .text = sign.text, .offset = sign.offset};
    if (!descend()) return node;
    node.operands.push_back((this->*level)());
    --level_;
    return node;
  }

  Node joined(Node left, const Token& sign, Node (Parser::*level)()) {
    Node node{.kind = Node::Kind::sign, .text = sign.text, .offset = sign.offset};
    node.operands.push_back(std::move(left));
    node.operands.push_back((this->*level)());
    return node;
  }

  bool descend() {
    if (++level_ > kMostLevels)
      refuse(at(), fmt::format("this is nested deeper than {} levels", kMostLevels));
    return !error_;
  }

  void expect(std::string_view sign) {
    if (!at_sign(sign)) refuse(at(), misplaced(at(), fmt::format("'{}'", sign)), advice());
    take();
  }

  [[nodiscard]] static std::string misplaced(const Token& token, std::string_view expected) {
    return token.kind == Token::Kind::end
               ? fmt::format("the expression ends where {} is expected", expected)
               : fmt::format("'{}' stands where {} is expected", token.text, expected);
  }

  /// What to do where an expression ends too early.
  [[nodiscard]] std::string advice() const {
    const bool is_cut =
        at().kind == Token::Kind::end && text_from(mark_within(text_, at().offset)).starts_with(',');
    return is_cut ? "within [ ] and { } a comma ends the text: put quotes around it" : "";
  }

  /// The first error is the one that a person made.
  void refuse(const Token& token, std::string message, std::string hint = {}) {
    if (!error_) error_ = error_at(mark_within(text_, token.offset), std::move(message), std::move(hint));
  }

  const Placed<std::string>& text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int level_ = 0;
  std::optional<Diagnostic> error_;
};

/// Each name where it first stands.
void gather_names(const Placed<std::string>& text, const Node& node,
                  std::vector<Placed<std::string>>& names) {
  const bool is_new =
      node.kind == Node::Kind::name &&
      std::none_of(names.begin(), names.end(), [&](const auto& name) { return name.value == node.text; });
  if (is_new) names.push_back({node.text, mark_within(text, node.offset)});
  for (const auto& operand : node.operands) gather_names(text, operand, names);
}

}  // namespace

Result<Expression> Expression::parse(const Placed<std::string>& text) {
  auto tokens = expression_tokens(text);
  if (!tokens) return tl::make_unexpected(std::move(tokens.error()));
  auto root = Parser(text, std::move(*tokens)).parse();
  if (!root) return tl::make_unexpected(std::move(root.error()));
  Expression expression;
  expression.text_ = text;
  gather_names(text, *root, expression.names_);
  expression.root_ = std::make_shared<const Node>(std::move(*root));
  return expression;
}

}  // namespace scalegen
