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

std::string headline(const Diagnostic& d) {
  const auto word = to_word(d.severity);
  if (!d.cited) return fmt::format("{}: {}\n", word, d.message);
  return fmt::format("{}:{}:{}: {}: {}\n", d.cited->file, d.cited->line, d.cited->column, word, d.message);
}

// Keeps tabs, so that the caret is under its character whatever the width of a tab.
std::string indent_like(const std::string& line, int column) {
  std::string indent;
  for (const char c : line) {
    const bool continues_character = (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
    if (continues_character) continue;
    if (--column == 0) break;
    indent += c == '\t' ? '\t' : ' ';
  }
  return indent;
}

std::string_view without_carriage_return(std::string_view line) {
  return line.ends_with('\r') ? line.substr(0, line.size() - 1) : line;
}

std::string excerpt(const CitedLine& cited) {
  return fmt::format("{:5} | {}\n      | {}^\n", cited.line, without_carriage_return(cited.source_line),
                     indent_like(cited.source_line, cited.column));
}

std::string render(const Diagnostic& d) {
  std::string text = headline(d);
  if (d.cited && !d.cited->source_line.empty()) text += excerpt(*d.cited);
  for (const auto& note : d.notes) text += fmt::format("      = note: {}\n", note);
  if (!d.hint.empty()) text += fmt::format("      = hint: {}\n", d.hint);
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
