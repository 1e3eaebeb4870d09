#include "core/source_location.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {

namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

int characters_of(std::string_view bytes) {
  return static_cast<int>(std::ranges::count_if(bytes, begins_character));
}

}  // namespace

std::optional<CitedLine> cite(const SourceLocation& location) {
  if (!location.file) return std::nullopt;
  YamlNode node;
  node.line = location.line;
  node.column = location.column;
  return cite(*location.file, node);
}

Diagnostic error_at(const SourceLocation& location, std::string message, std::string hint,
                    std::vector<std::string> notes) {
  return {.cited = cite(location),
          .message = std::move(message),
          .notes = std::move(notes),
          .hint = std::move(hint)};
}

std::string_view text_from(const SourceLocation& location) {
  if (!location.file || location.line < 1 ||
      static_cast<std::size_t>(location.line) > location.file->lines.size())
    return {};
  const std::string_view line = location.file->lines[static_cast<std::size_t>(location.line - 1)];
  int column = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (begins_character(line[i]) && ++column == location.column) return line.substr(i);
  return {};
}

SourceLocation location_within(const Located<std::string>& text, std::size_t offset) {
  auto location = text.location;
  auto source = text_from(location);
  const bool quoted = source.starts_with('"') || source.starts_with('\'');
  if (quoted) source.remove_prefix(1);
  if (source.starts_with(text.value))
    location.column += (quoted ? 1 : 0) + characters_of(std::string_view(text.value).substr(0, offset));
  return location;
}

std::string cite_limit(const SourceLocation& location, std::string_view key, const std::string& value) {
  const auto cited = cite(location);
  return cited ? fmt::format("{}:{} sets {}: {}", cited->file, cited->line, key, value) : std::string();
}

std::string cite_limit(std::string_view key, const Located<int>& value) {
  return cite_limit(value.location, key, fmt::format("{}", value.value));
}

}  // namespace scalegen
