#include "core/csv_line.hpp"

namespace scalegen {
namespace {

std::string quoted(const std::string& text) {
  if (text.find_first_of(",\"\n") == std::string::npos) return text;
  std::string inside;
  for (const char c : text) inside += c == '"' ? std::string("\"\"") : std::string(1, c);
  return '"' + inside + '"';
}

}  // namespace

std::string csv_line(const std::vector<std::string>& cells) {
  std::string line;
  for (std::size_t c = 0; c < cells.size(); ++c) line += (c == 0 ? "" : ",") + quoted(cells[c]);
  return line + "\n";
}

}  // namespace scalegen
