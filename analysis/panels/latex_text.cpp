#include "analysis/panels/latex_text.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <sstream>
#include <utility>
#include <vector>

namespace scalegen::panels {
namespace {

constexpr std::size_t kLongWord = 24;      // that may leave a line half empty if it cannot be broken
constexpr std::size_t kLongestLine = 100;  // of a listing, in characters: what the page has room for

// pdflatex reads UTF-8, but its fonts lack these. Any other character beyond ASCII is what inputenc knows.
std::string in_fonts(std::string text) {
  const std::vector<std::pair<std::string, std::string>> known{{"·", "\\textperiodcentered{}"},
                                                               {"×", "\\texttimes{}"},
                                                               {"→", "\\textrightarrow{}"},
                                                               {"µ", "\\textmu{}"}};
  for (const auto& [character, command] : known)
    for (auto at = text.find(character); at != std::string::npos; at = text.find(character, at))
      text.replace(at, character.size(), command);
  return text;
}

bool is_one_of(std::string_view all, char c) { return all.find(c) != std::string_view::npos; }

std::string in_text(char c) {
  if (c == '\\') return "\\textbackslash{}";
  if (c == '~') return "\\textasciitilde{}";
  if (c == '^') return "\\textasciicircum{}";
  if (is_one_of("<>|\"`'", c)) return fmt::format("{{{}}}", c);  // no ligature, no quote that turns
  if (is_one_of("&%$#_{}", c)) return std::string("\\") + c;
  return {c};
}

std::string in_word(std::string_view word) {
  const bool is_long = word.size() > kLongWord;
  std::string text;
  for (const char c : word) text += in_text(c) + (is_long && is_one_of("/_-.,:=", c) ? "\\allowbreak{}" : "");
  return text;
}

// Quotes are those of a keyboard, so that what is copied from the page is what the file says.
std::string in_listing(std::string_view text) {
  std::string plain;
  for (const char c : text) {
    if (c == '\\')
      plain += "\\textbackslash{}";
    else if (c == '\'')
      plain += "\\textquotesingle{}";
    else if (c == '`')
      plain += "\\textasciigrave{}";
    else if (is_one_of("{}", c))
      plain += std::string("\\") + c;
    else
      plain += c == '\t' ? ' ' : c;
  }
  return in_fonts(plain);
}

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// Where so many characters end.
std::size_t end_of(std::string_view line, std::size_t characters) {
  std::size_t at = 0;
  for (; at < line.size(); ++at)
    if (begins_character(line[at]) && characters-- == 0) return at;
  return at;
}

// Behind a blank if there is one in the second half, so that most words stay whole.
std::size_t break_of(std::string_view line, std::size_t most) {
  const auto end = end_of(line, most);
  const auto blank = line.rfind(' ', end - 1);
  return blank == std::string_view::npos || blank + 1 < end / 2 ? end : blank + 1;
}

}  // namespace

std::string latex_text(std::string_view text) {
  std::string plain;
  std::size_t at = 0;
  while (at < text.size()) {
    const auto blank = std::min(text.find_first_of(" \n", at), text.size());
    plain += in_word(text.substr(at, blank - at));
    if (blank < text.size()) plain += ' ';
    at = blank + 1;
  }
  return in_fonts(plain);
}

std::string latex_listing(std::string_view text) {
  constexpr std::string_view kGoesOn = "    → ";
  constexpr std::size_t kShorter = 6;  // characters of it
  std::string plain;
  std::istringstream lines{std::string(text)};
  for (std::string line; std::getline(lines, line);) {
    std::string_view rest = line;
    auto most = kLongestLine;
    while (end_of(rest, most) < rest.size()) {
      const auto end = break_of(rest, most);
      plain += in_listing(rest.substr(0, end)) + "\n" + in_fonts(std::string(kGoesOn));
      rest.remove_prefix(end);
      most = kLongestLine - kShorter;
    }
    plain += in_listing(rest) + "\n";
  }
  return plain;
}

}  // namespace scalegen::panels
