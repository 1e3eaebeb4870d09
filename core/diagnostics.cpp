#include "core/diagnostics.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <tuple>

#include "core/text.hpp"

namespace scalegen {
namespace {

std::string_view to_word(Severity severity) {
  switch (severity) {
    case Severity::error:
      return "error";
    case Severity::warning:
      return "warning";
    case Severity::note:
      return "note";
  }
  return "";
}

constexpr std::size_t kLongestMessage = 2000;  // in bytes

std::string headline(const Diagnostic& d) {
  const auto word = to_word(d.severity);
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

// Of a long line what stands around the column, with "..." for the rest.
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

std::tuple<bool, int, int> order(const Diagnostic& d) {
  return d.cited ? std::tuple(true, d.cited->line, d.cited->column) : std::tuple(false, 0, 0);
}

}  // namespace

tl::unexpected<Diagnostics> failure(std::string message, std::string hint, std::vector<std::string> notes) {
  return tl::make_unexpected(Diagnostics{
      Diagnostic{.message = std::move(message), .notes = std::move(notes), .hint = std::move(hint)}});
}

std::string render(const Diagnostics& diagnostics) {
  Diagnostics sorted = diagnostics;
  std::stable_sort(sorted.begin(), sorted.end(),
                   [](const Diagnostic& a, const Diagnostic& b) { return order(a) < order(b); });
  std::string text;
  for (const auto& d : sorted) text += render(d);
  return text;
}

}  // namespace scalegen
