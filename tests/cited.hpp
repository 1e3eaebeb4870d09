#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// A message as a person reads it: "FILE:LINE:COLUMN: error: what" above that line with a caret, notes and a
/// hint.
inline std::string cited(const std::string& what, const std::string& line, const std::string& hint = {},
                         const std::vector<std::string>& notes = {}) {
  const auto number = what.find(':') + 1;
  const auto column = what.find(':', number) + 1;
  const auto digits = what.substr(number, column - 1 - number);
  auto text = what + "\n" + std::string(5 - digits.size(), ' ') + digits + " | " + line + "\n      | " +
              std::string(std::stoul(what.substr(column)) - 1, ' ') + "^\n";
  for (const auto& note : notes) text += "      = note: " + note + "\n";
  return text + (hint.empty() ? "" : "      = hint: " + hint + "\n");
}

}  // namespace scalegen
