#include "generator/read/expression_tokens.hpp"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <string_view>

#include "generator/read/mark_within.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kMostCharacters = 4000;  // so that no tree of one is deeper than a stack

constexpr std::string_view kDigits = "0123456789";
constexpr std::string_view kOfNames = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_";

/// Those of two characters first.
constexpr auto kSigns = std::to_array<std::string_view>(
    {"<=", ">=", "==", "!=", "<", ">", "+", "-", "*", "/", "%", "(", ")", ","});

struct Habit {
  std::string_view text;
  std::string_view hint;
};

/// What other languages write.
constexpr std::array kHabits = std::to_array<Habit>({
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
  explicit Tokenizer(const Placed<std::string>& text) : text_(text), rest_(text.value) {}

  Result<std::vector<ExpressionToken>> cut() {
    if (rest_.size() > kMostCharacters)
      return refuse(fmt::format("an expression has at most {} characters, and here are {}", kMostCharacters,
                                rest_.size()));
    for (skip_blanks(); !rest_.empty(); skip_blanks()) {
      auto token = next();
      if (!token) return tl::make_unexpected(std::move(token.error()));
      tokens_.push_back(std::move(*token));
    }
    tokens_.push_back({.offset = offset()});
    return std::move(tokens_);
  }

 private:
  using Kind = ExpressionToken::Kind;

  [[nodiscard]] std::size_t offset() const { return text_.value.size() - rest_.size(); }

  void skip_blanks() {
    const auto begin = rest_.find_first_not_of(" \t\n");
    rest_.remove_prefix(begin == std::string_view::npos ? rest_.size() : begin);
  }

  Result<ExpressionToken> next() {
    const char c = rest_.front();
    if (c == '\'' || c == '"') return quoted_word(c);
    const bool is_fraction = c == '.' && rest_.size() > 1 && kDigits.find(rest_[1]) != std::string_view::npos;
    if (is_fraction || kDigits.find(c) != std::string_view::npos) return number();
    if (kOfNames.find(c) != std::string_view::npos) return name();
    return sign();
  }

  ExpressionToken take(Kind kind, std::size_t length, Value value = {}) {
    ExpressionToken token{kind, std::string(rest_.substr(0, length)), std::move(value), offset()};
    rest_.remove_prefix(length);
    return token;
  }

  Result<ExpressionToken> quoted_word(char quote) {
    const auto end = rest_.find(quote, 1);
    if (end == std::string_view::npos) return refuse("this quote is never closed");
    return take(Kind::constant, end + 1, std::string(rest_.substr(1, end - 1)));
  }

  Result<ExpressionToken> name() {
    const auto end = std::min(rest_.find_first_not_of(kOfNames), rest_.size());
    const auto word = rest_.substr(0, end);
    return take(word == "and" || word == "or" || word == "not" ? Kind::sign : Kind::name, end);
  }

  /// Whole numbers stay whole; 1e3 and 0.5 are none.
  Result<ExpressionToken> number() {
    const auto length = number_length();
    const auto digits = rest_.substr(0, length);
    std::int64_t whole = 0;
    double real = 0;
    const auto* const begin = &digits.front();
    const auto* const end = begin + length;
    const bool is_whole = digits.find_first_not_of(kDigits) == std::string_view::npos;
    const auto read = is_whole ? std::from_chars(begin, end, whole) : std::from_chars(begin, end, real);
    if (read.ec == std::errc::result_out_of_range)
      return refuse(fmt::format("the number {} is beyond all that can be reckoned with", digits));
    if (read.ec != std::errc{} || read.ptr != end)
      return refuse(fmt::format("'{}' is neither a number nor a name", digits), "put quotes around a word");
    return take(Kind::constant, length, is_whole ? Value(whole) : Value(real));
  }

  /// With all that is glued to it, as in 1e-3 or 4gpu.
  [[nodiscard]] std::size_t number_length() const {
    std::size_t length = 0;
    while (length < rest_.size()) {
      const char c = rest_[length];
      const bool signs_exponent =
          (c == '-' || c == '+') && length > 0 && (rest_[length - 1] == 'e' || rest_[length - 1] == 'E');
      if (kOfNames.find(c) == std::string_view::npos && c != '.' && !signs_exponent) break;
      ++length;
    }
    return length;
  }

  Result<ExpressionToken> sign() {
    for (const auto& [text, hint] : kHabits)
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
        Diagnostics{error_at(mark_within(text_, offset()), std::move(message), std::move(hint))});
  }

  const Placed<std::string>& text_;
  std::string_view rest_;
  std::vector<ExpressionToken> tokens_;
};

}  // namespace

Result<std::vector<ExpressionToken>> expression_tokens(const Placed<std::string>& text) {
  return Tokenizer(text).cut();
}

}  // namespace scalegen
