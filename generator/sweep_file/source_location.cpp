#include "generator/sweep_file/source_location.hpp"

#include <algorithm>

namespace scalegen {

namespace {

bool begins_character(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

int characters_in(std::string_view bytes) {
  return static_cast<int>(std::count_if(bytes.begin(), bytes.end(), begins_character));
}

}  // namespace

std::string_view text_from(const Mark& mark) {
  if (!mark.file || mark.line < 1 || static_cast<std::size_t>(mark.line) > mark.file->lines.size()) return {};
  const std::string_view line = mark.file->lines[static_cast<std::size_t>(mark.line - 1)];
  int column = 0;
  for (std::size_t i = 0; i < line.size(); ++i)
    if (begins_character(line[i]) && ++column == mark.column) return line.substr(i);
  return {};
}

Mark mark_within(const Placed<std::string>& text, std::size_t offset) {
  auto mark = text.mark;
  auto source = text_from(mark);
  const bool quoted = source.starts_with('"') || source.starts_with('\'');
  if (quoted) source.remove_prefix(1);
  if (source.starts_with(text.value))
    mark.column += (quoted ? 1 : 0) + characters_in(std::string_view(text.value).substr(0, offset));
  return mark;
}

}  // namespace scalegen
