#include "generator/expression/expression_parser.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <string_view>

#include "core/text.hpp"
#include "core/try.hpp"

namespace scalegen {

namespace {

using Node = Expression::Node;

/// A piece of an expression.
struct Token {
  enum class Kind { constant, name, sign, end };  // `and`, `or` and `not` are signs
  Kind kind = Kind::end;
  std::string text{};      // as written
  Value value{};           // of a constant
  std::size_t offset = 0;  // in bytes
};

constexpr std::size_t kMostCharacters = 4000;  // bounds the depth of the tree, and so the stack

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kNameCharacters =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Longer signs first.
constexpr auto kSigns = std::to_array<std::string_view>(
    {"<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","});

struct ForeignSign {
  std::string_view text;
  std::string_view hint;
};

/// Signs of other languages.
constexpr std::array kForeignSigns = std::to_array<ForeignSign>({
    {"&&", "write 'and'"},
    {"||", "write 'or'"},
    {"!", "write 'not'"},
    {"=", "'==' compares"},
    {"**", "there are no powers: write the factors out"},
    {"^", "there are no powers: write the factors out"},
    {"//", "write 'floor(a / b)'"},
});

class Tokenizer {
 public:
  explicit Tokenizer(const Located<std::string>& text) : text_(text), rest_(text.value) {}

  Result<std::vector<Token>> cut() {
    if (rest_.size() > kMostCharacters)
      return refuse(
          fmt::format("an expression has at most {} characters, not {}", kMostCharacters, rest_.size()));
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      TRY_ASSIGN(auto token, next());
      tokens_.push_back(std::move(token));
    }
    tokens_.push_back({.offset = offset()});
    return std::move(tokens_);
  }

 private:
  using Kind = Token::Kind;

  [[nodiscard]] std::size_t offset() const { return text_.value.size() - rest_.size(); }

  void skip_blanks() {
    const auto begin = rest_.find_first_not_of(" \t\n");
    rest_.remove_prefix(begin == std::string_view::npos ? rest_.size() : begin);
  }

  Result<Token> next() {
    const char c = rest_.front();
    if (c == '\'' || c == '"') return quoted_word(c);
    const bool is_fraction = c == '.' && rest_.size() > 1 && kDigits.find(rest_[1]) != std::string_view::npos;
    if (is_fraction || kDigits.find(c) != std::string_view::npos) return number();
    if (kNameCharacters.find(c) != std::string_view::npos) return name();
    return sign();
  }

  Token take(Kind kind, std::size_t length, Value value = {}) {
    Token token{kind, std::string(rest_.substr(0, length)), std::move(value), offset()};
    rest_.remove_prefix(length);
    return token;
  }

  Result<Token> quoted_word(char quote) {
    const auto end = rest_.find(quote, 1);
    if (end == std::string_view::npos) return refuse("this quote is never closed");
    return take(Kind::constant, end + 1, std::string(rest_.substr(1, end - 1)));
  }

  Result<Token> name() {
    const auto end = std::min(rest_.find_first_not_of(kNameCharacters), rest_.size());
    const auto word = rest_.substr(0, end);
    return take(word == "and" || word == "or" || word == "not" ? Kind::sign : Kind::name, end);
  }

  /// Digits alone are a whole number; 1e3 and 0.5 are real numbers.
  Result<Token> number() {
    const auto length = number_length();
    const auto digits = rest_.substr(0, length);
    std::int64_t whole = 0;
    double real = 0;
    const auto* const begin = &digits.front();
    const auto* const end = begin + length;
    const bool is_whole = digits.find_first_not_of(kDigits) == std::string_view::npos;
    const auto read = is_whole ? std::from_chars(begin, end, whole) : std::from_chars(begin, end, real);
    if (read.ec == std::errc::result_out_of_range)
      return refuse(fmt::format("the number {} is too large", digits));
    if (read.ec != std::errc{} || read.ptr != end)
      return refuse(fmt::format("'{}' is neither a number nor a name", digits), "put quotes around a word");
    return take(Kind::constant, length, is_whole ? Value(whole) : Value(real));
  }

  /// Up to the next blank or sign, as in 1e-3 or 4gpu.
  [[nodiscard]] std::size_t number_length() const {
    std::size_t length = 0;
    while (length < rest_.size()) {
      const char c = rest_[length];
      const bool signs_exponent =
          (c == '-' || c == '+') && length > 0 && (rest_[length - 1] == 'e' || rest_[length - 1] == 'E');
      if (kNameCharacters.find(c) == std::string_view::npos && c != '.' && !signs_exponent) break;
      ++length;
    }
    return length;
  }

  Result<Token> sign() {
    for (const auto& [text, hint] : kForeignSigns)
      if (rest_.starts_with(text) && !rest_.starts_with("==") && !rest_.starts_with("!="))
        return refuse(fmt::format("'{}' means nothing here", text), std::string(hint));
    for (const auto text : kSigns)
      if (rest_.starts_with(text)) return take(Kind::sign, text.size());
    return refuse(fmt::format("'{}' means nothing here", first_character()));
  }

  [[nodiscard]] std::string_view first_character() const {
    std::size_t length = 1;
    while (length < rest_.size() && (static_cast<unsigned char>(rest_[length]) & 0xC0U) == 0x80U) ++length;
    return rest_.substr(0, length);
  }

  [[nodiscard]] tl::unexpected<Diagnostics> refuse(std::string message, std::string hint = {}) const {
    return tl::make_unexpected(
        Diagnostics{error_at(location_within(text_, offset()), std::move(message), std::move(hint))});
  }

  const Located<std::string>& text_;
  std::string_view rest_;
  std::vector<Token> tokens_;
};

constexpr int kMostLevels = 100;  // of parentheses and of signs in front of signs

const std::vector<std::string>& functions() {
  static const std::vector<std::string> names = {"min", "max", "ceil", "floor"};
  return names;
}

bool is_comparison(std::string_view sign) {
  constexpr std::array<std::string_view, 6> kComparisons = {"<", "<=", ">", ">=", "==", "!="};
  return std::ranges::find(kComparisons, sign) != kComparisons.end();
}

/// A recursive descent parser. Signs from the loosest to the tightest: or, and, not, comparisons, + -, * / %,
/// the sign of a number. Stops at the first error.
class Parser {
 public:
  Parser(const Located<std::string>& text, std::vector<Token> tokens)
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
    while (!error_ && at_sign("or")) node = binary(std::move(node), take(), &Parser::conjunction);
    return node;
  }

  Node conjunction() {
    auto node = negation();
    while (!error_ && at_sign("and")) node = binary(std::move(node), take(), &Parser::negation);
    return node;
  }

  Node negation() { return at_sign("not") ? unary(&Parser::negation) : comparison(); }

  Node comparison() {
    auto node = sum();
    if (error_ || at().kind != Token::Kind::sign || !is_comparison(at().text)) return node;
    node = binary(std::move(node), take(), &Parser::sum);
    if (at().kind == Token::Kind::sign && is_comparison(at().text))
      refuse(at(), "comparisons do not chain", "write 'a < b and b < c'");
    return node;
  }

  Node sum() {
    auto node = product();
    while (!error_ && (at_sign("+") || at_sign("-")))
      node = binary(std::move(node), take(), &Parser::product);
    return node;
  }

  Node product() {
    auto node = factor();
    while (!error_ && (at_sign("*") || at_sign("/") || at_sign("%")))
      node = binary(std::move(node), take(), &Parser::factor);
    return node;
  }

  Node factor() { return at_sign("-") ? unary(&Parser::factor) : operand(); }

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
    const bool is_function = std::ranges::find(functions(), token.text) != functions().end();
    if (is_function)
      refuse(token, fmt::format("'{}' is a function", token.text),
             "write its arguments in parentheses after it");
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
    if (std::ranges::find(functions(), token.text) == functions().end())
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
      refuse(token, fmt::format("'{}' takes one number, not {}", token.text, node.operands.size()));
    return node;
  }

  Node unary(Node (Parser::*level)()) {
    const auto& sign = take();
    Node node{.kind = Node::Kind::sign, .text = sign.text, .offset = sign.offset};
    if (!descend()) return node;
    node.operands.push_back((this->*level)());
    --level_;
    return node;
  }

  Node binary(Node left, const Token& sign, Node (Parser::*level)()) {
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
    return token.kind == Token::Kind::end ? fmt::format("the expression ends where {} is expected", expected)
                                          : fmt::format("expected {}, not '{}'", expected, token.text);
  }

  /// A hint for an expression that ends too early.
  [[nodiscard]] std::string advice() const {
    const bool is_cut =
        at().kind == Token::Kind::end && text_from(location_within(text_, at().offset)).starts_with(',');
    return is_cut ? "inside [ ] and { } a comma ends the text: put quotes around the expression" : "";
  }

  /// Later errors follow from the first one.
  void refuse(const Token& token, std::string message, std::string hint = {}) {
    if (!error_) error_ = error_at(location_within(text_, token.offset), std::move(message), std::move(hint));
  }

  const Located<std::string>& text_;
  std::vector<Token> tokens_;
  std::size_t next_ = 0;
  int level_ = 0;
  std::optional<Diagnostic> error_;
};

}  // namespace

Result<Expression::Node> parse_expression(const Located<std::string>& text) {
  TRY_ASSIGN(auto tokens, Tokenizer(text).cut());
  return Parser(text, std::move(tokens)).parse();
}

}  // namespace scalegen
