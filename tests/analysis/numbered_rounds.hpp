#pragma once
#include <map>
#include <sstream>
#include <string>

namespace scalegen {

/// The same table with a column `round`: the lines of a rung, of the first column, are its rounds in their
/// order.
inline std::string with_rounds(const std::string& table) {
  std::istringstream lines(table);
  std::string numbered;
  std::map<std::string, int> rounds;
  for (std::string line; std::getline(lines, line);) {
    const bool is_header = numbered.empty() && line.find_first_of("0123456789") == std::string::npos;
    if (numbered.empty() && !is_header) numbered = "rung,seconds,round\n";
    const auto rung = line.substr(0, line.find(','));
    numbered += line + ',' + (is_header ? "round" : std::to_string(++rounds[rung])) + '\n';
  }
  return numbered;
}

}  // namespace scalegen
