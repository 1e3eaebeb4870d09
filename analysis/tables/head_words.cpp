#include "analysis/tables/head_words.hpp"

#include <algorithm>
#include <cctype>
#include <cstring>
#include <utility>

#include "core/metric_unit.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

bool is_letter_or_digit(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80U ||
         c == '%';
}

bool is_lower(char c) { return std::islower(static_cast<unsigned char>(c)) != 0; }
bool is_upper(char c) { return std::isupper(static_cast<unsigned char>(c)) != 0; }

// A time divided by its unit, as papers write it: "time/s", "T(N)/ms", "time to solution/min". "time steps/s"
// and "simulated time/day" are rates.
bool is_time_over_unit(const Words& words, std::string_view unit) {
  if (words.empty() || !is_bare_time(parse_unit(unit)) || names(words, " simulated physical model "))
    return false;
  const bool has_object = is_one_of(kTimeWords, words.front()) && names(words, " to of for per until ");
  return has_object || words.front() == "t" || is_one_of(kTimeWords, words.back());
}

}  // namespace

Words words_of(std::string_view head) {
  std::string text(head);
  for (const auto& [from, to] : {std::pair("OpenMP", "openmp"), std::pair("I/O", "io")})
    if (const auto at = text.find(from); at != std::string::npos) text.replace(at, std::strlen(from), to);
  Words words(1);
  for (std::size_t i = 0; i < text.size(); ++i) {
    const bool begins = i > 0 && is_upper(text[i]) && is_lower(text[i - 1]);
    if ((begins || !is_letter_or_digit(text[i])) && !words.back().empty()) words.emplace_back();
    if (text[i] == '/') {
      words.back() = "per";
      words.emplace_back();
    }
    if (is_letter_or_digit(text[i])) words.back() += lower_case(std::string_view(text).substr(i, 1));
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

std::string trimmed_head(std::string_view text) {
  text = text.substr(0, 200);
  const auto begin = std::min(text.find_first_not_of(" \t:#"), text.size());
  const auto end = text.find_last_not_of(" \t:.?");
  return begin > end || end == std::string_view::npos ? "" : std::string(text.substr(begin, end + 1 - begin));
}

Head head_of(std::string_view text) {
  auto title = trimmed_head(text);
  std::string unit;
  const auto open = title.find_first_of("([{");
  const auto close = open == std::string::npos ? open : title.find_first_of(")]}", open);
  if (open != std::string::npos && open > 0) {
    unit = trimmed_head(
        std::string_view(title).substr(open + 1, close == std::string::npos ? close : close - open - 1));
    const auto behind = close == std::string::npos ? "" : title.substr(close + 1);
    title = trimmed_head(title.substr(0, open)) + behind;
  } else {
    for (const std::string_view mark : {", ", " in ", " / "})
      if (const auto at = title.rfind(mark); at != std::string::npos && unit.empty() && at > 0) {
        const auto tail = trimmed_head(std::string_view(title).substr(at + mark.size()));
        if (!parse_unit(tail).is_time && !parse_unit(tail).is_rate) continue;
        unit = tail;
        title = trimmed_head(title.substr(0, at));
      }
  }
  if (const auto slash = title.rfind('/'); slash != std::string::npos)
    if (const auto below = trimmed_head(std::string_view(title).substr(slash + 1));
        is_time_over_unit(words_of(title.substr(0, slash)), below)) {
      unit = below;
      title = trimmed_head(title.substr(0, slash));
    }
  return {title, words_of(title), unit};
}

std::string joined(const Words& words, char between) {
  std::string text;
  for (const auto& word : words) text += (text.empty() ? "" : std::string(1, between)) + word;
  return text;
}

bool is_one_of(std::string_view known, std::string_view word) {
  const auto at = known.find(' ' + std::string(word) + ' ');
  return !word.empty() && at != std::string_view::npos;
}

bool names(const Words& words, std::string_view known) {
  return std::ranges::any_of(words, [&](const auto& word) { return is_one_of(known, word); });
}

}  // namespace scalegen
