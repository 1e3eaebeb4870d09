#pragma once
#include <sstream>
#include <string>

namespace scalegen {

/// The lines of a script in which `word` stands.
inline std::string lines_with(const std::string& text, const std::string& word) {
  std::istringstream script(text);
  std::string found;
  for (std::string line; std::getline(script, line);)
    if (line.find(word) != std::string::npos) found += line + "\n";
  return found;
}

}  // namespace scalegen
