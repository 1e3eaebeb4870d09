#include "core/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <tuple>
#include <utility>

#include "core/text.hpp"

namespace scalegen {
namespace {

constexpr std::size_t kLongestMessage = 2000;  // in bytes

std::string headline(const Diagnostic& d) {
  const auto word = to_text(d.severity);
  const auto message = at_most(d.message, kLongestMessage);
  if (!d.cited) return fmt::format("{}: {}\n", word, message);
  return fmt::format("{}:{}:{}: {}: {}\n", d.cited->file, d.cited->line, d.cited->column, word, message);
}

bool is_continuation(char c) { return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U; }

// Keeps tabs, so that the caret is under its character whatever the width of a tab.
std::string indent_like(const std::string& line, int column) {
  std::string indent;
  for (const char c : line) {
    if (is_continuation(c)) continue;
    if (--column == 0) break;
    indent += c == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string_view without_carriage_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

constexpr std::size_t kLongestShown = 160;  // of a cited line, in characters

// The byte at which a character begins, counted from 0; the end of a shorter line.
std::size_t byte_of(std::string_view line, std::size_t character) {
  std::size_t byte = 0;
  while (byte < line.size() && (is_continuation(line[byte]) || character-- > 0)) ++byte;
  return byte;
}

/// The part of a line that is shown, and the column in it.
struct Shown {
  std::string text{};
  int column = 1;
};

// The part of a long line around the column, with "..." for the rest.
Shown shown_part(std::string_view line, int column) {
  const auto end = byte_of(line, kLongestShown);
  if (end == line.size()) return {std::string(line), column};
  const auto at = static_cast<std::size_t>(std::max(column, 1)) - 1;
  const auto skipped = at < kLongestShown / 2 ? 0 : at - kLongestShown / 2;
  const auto rest = line.substr(byte_of(line, skipped));
  const auto part = rest.substr(0, byte_of(rest, kLongestShown));
  const std::string before = skipped > 0 ? "..." : "";
  return {before + std::string(part) + (part.size() < rest.size() ? "..." : ""),
          column - static_cast<int>(skipped) + static_cast<int>(before.size())};
}

std::string excerpt(const CitedLine& cited) {
  const auto line = without_control_characters(without_carriage_return(cited.source_line));
  const auto shown = shown_part(line, cited.column);
  return fmt::format("{:5} | {}\n      | {}^\n", cited.line, shown.text,
                     indent_like(shown.text, shown.column));
}

std::string render(const Diagnostic& d) {
  std::string text = headline(d);
  if (d.cited && !d.cited->source_line.empty()) text += excerpt(*d.cited);
  for (const auto& note : d.notes) text += fmt::format("      = note: {}\n", at_most(note, kLongestMessage));
  if (!d.hint.empty()) text += fmt::format("      = hint: {}\n", at_most(d.hint, kLongestMessage));
  return without_control_characters(text);
}

using Pointers = std::vector<const Diagnostic*>;

/// Those without a location first, then file by file, each by line and column.
Pointers sorted(const Diagnostics& diagnostics) {
  std::vector<std::string_view> files;
  const auto index_of = [&](const std::string& file) {
    const auto index = std::ranges::find(files, file) - files.begin();
    if (index == std::ssize(files)) files.push_back(file);
    return index;
  };
  std::vector<std::pair<std::tuple<std::ptrdiff_t, int, int>, const Diagnostic*>> order;
  for (const auto& d : diagnostics)
    order.emplace_back(d.cited ? std::tuple(index_of(d.cited->file), d.cited->line, d.cited->column)
                               : std::tuple<std::ptrdiff_t, int, int>(-1, 0, 0),
                       &d);
  std::ranges::stable_sort(order, [](const auto& a, const auto& b) { return a.first < b.first; });
  Pointers pointers;
  for (const auto& [place, diagnostic] : order) pointers.push_back(diagnostic);
  return pointers;
}

/// Message and hint without figures and quoted words: of one mistake that is made many times, always the
/// same.
std::string shape_of(const Diagnostic& d) {
  std::string shape(to_text(d.severity));
  shape += d.cited ? d.cited->file : "";
  bool is_quoted = false;
  for (const char c : d.message + d.hint) {
    if (c == '\'') is_quoted = !is_quoted;
    if (!is_quoted && !(is_digit(c) && is_digit(shape.back()))) shape += is_digit(c) ? '0' : c;
  }
  return shape;
}

constexpr std::size_t kMostAlike = 8;  // mistakes that are all shown; of more only the first

using Alike = std::map<std::string, Pointers>;

Alike by_shape(const Pointers& diagnostics) {
  Alike alike;
  for (const auto* d : diagnostics) alike[shape_of(*d)].push_back(d);
  return alike;
}

/// "... and 49 more like it, the last in line 54"
std::string rest_text(const Pointers& alike) {
  const auto& last = *alike.back();
  const bool on_other_line = last.cited && last.cited->line != alike.front()->cited->line;
  return fmt::format("      = note: ... and {} more like it{}\n", alike.size() - 1,
                     on_other_line ? fmt::format(", the last in line {}", last.cited->line) : "");
}

}  // namespace

tl::unexpected<Diagnostics> failure(std::string message, std::string hint, std::vector<std::string> notes) {
  return tl::make_unexpected(Diagnostics{
      Diagnostic{.message = std::move(message), .notes = std::move(notes), .hint = std::move(hint)}});
}

std::string render(const Diagnostics& diagnostics) {
  const auto pointers = sorted(diagnostics);
  const auto groups = by_shape(pointers);
  std::string text;
  for (const auto* d : pointers) {
    const auto& alike = groups.at(shape_of(*d));
    const bool is_cut = alike.size() > kMostAlike;
    if (is_cut && alike.front() != d) continue;
    text += render(*d);
    if (is_cut) text += rest_text(alike);
  }
  return text;
}

}  // namespace scalegen
