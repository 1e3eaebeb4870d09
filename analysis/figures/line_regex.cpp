#include "analysis/figures/line_regex.hpp"

#include <fmt/format.h>

#include <cstddef>
#include <cstdint>
#include <exception>
#include <iterator>

namespace scalegen {
namespace {

constexpr std::int64_t kMostSteps = 4'000'000;    // some 0.2 s
constexpr std::uintptr_t kMostStack = 4U << 20U;  // half of what a process usually has

struct TooHard : std::exception {};

/// What one search may still use.
struct Allowance {
  std::int64_t steps = kMostSteps;
  std::uintptr_t stack_begin = 0;
};

// The stack grows down.
[[gnu::always_inline]] inline std::uintptr_t stack_here() {
  return reinterpret_cast<std::uintptr_t>(__builtin_frame_address(0));
}

/// A character of a line; to look at one uses up the allowance.
class Character {
 public:
  using iterator_category = std::bidirectional_iterator_tag;
  using value_type = char;
  using difference_type = std::ptrdiff_t;
  using pointer = const char*;
  using reference = const char&;

  Character() = default;
  Character(std::string_view line, std::size_t position, Allowance& allowance)
      : at_(line.data() + position), allowance_(&allowance) {}

  reference operator*() const {
    if (--allowance_->steps < 0 || allowance_->stack_begin - stack_here() > kMostStack) throw TooHard();
    return *at_;
  }
  Character& operator++() {
    ++at_;
    return *this;
  }
  Character operator++(int) {
    auto before = *this;
    ++at_;
    return before;
  }
  Character& operator--() {
    --at_;
    return *this;
  }
  Character operator--(int) {
    auto before = *this;
    --at_;
    return before;
  }
  bool operator==(const Character& other) const { return at_ == other.at_; }
  [[nodiscard]] const char* at() const { return at_; }

 private:
  const char* at_ = nullptr;
  Allowance* allowance_ = nullptr;
};

}  // namespace

Result<LineRegex> LineRegex::make(const std::string& regex) {
  try {
    std::regex compiled(regex);
    if (compiled.mark_count() > 0) return LineRegex(std::move(compiled));
    return failure(fmt::format("the regex '{}' has no group for the number", regex),
                   "put the number into parentheses");
  } catch (const std::regex_error&) {
    return failure(fmt::format("'{}' is no regular expression", regex));
  }
}

LineRegex::Found LineRegex::last_in(std::string_view line) const {
  Allowance allowance{.stack_begin = stack_here()};
  const Character begin(line, 0, allowance);
  const Character end(line, line.size(), allowance);
  Found found;
  try {
    std::regex_iterator<Character> match(begin, end, regex_);
    for (; match != std::regex_iterator<Character>(); ++match) {
      const auto& group = (*match)[1];
      found.text = group.matched ? std::string(group.first.at(), group.second.at()) : "";
    }
  } catch (const TooHard&) {
    return {.too_hard = true};
  } catch (const std::regex_error&) {  // its own limits, of complexity and stack
    return {.too_hard = true};
  }
  return found;
}

}  // namespace scalegen
