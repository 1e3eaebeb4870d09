#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// Columns aligned by the width that a terminal shows: text to the left, numbers to the right, two blanks
/// between.
struct TextTable {
  std::vector<std::string> header{};
  std::vector<std::vector<std::string>> rows{};  // each as long as the header
  std::vector<bool> right_aligned{};             // by column; missing: left
};

std::string render(const TextTable& table);

/// Columns that a terminal needs for UTF-8 text of single-width characters.
std::size_t display_width(const std::string& text);

}  // namespace scalegen
