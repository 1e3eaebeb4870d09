#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// A table for terminals. Columns are aligned by displayed width, with two blanks between them.
struct TextTable {
  std::vector<std::string> header{};
  std::vector<std::vector<std::string>> rows{};  // each as long as the header
  std::vector<bool> right_aligned{};             // by column; default: left
};

std::string render(const TextTable& table);

/// The text in lines of at most `line_width`, broken between words, each ended; all but the first begin with
/// two blanks.
std::string wrapped(const std::string& text, std::size_t line_width);

/// Words one below the other in as many columns as a line has room for, at least one, with two blanks between
/// them; each line ended.
std::string in_columns(const std::vector<std::string>& words, std::size_t line_width);

/// The number of terminal columns of a UTF-8 text of single-width characters.
std::size_t display_width(const std::string& text);

}  // namespace scalegen
