#include "core/shell_quote.hpp"

#include "core/text.hpp"

namespace scalegen {

std::string shell_quote(std::string_view text) {
  if (has_only_plain(text, "_-+=./:,@%")) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) {
    if (c == '\'')
      quoted += R"('\'')";
    else
      quoted += c;
  }
  return quoted + "'";
}

std::string home_word(std::string_view text) {
  if (text == "~") return "\"$HOME\"";
  return text.starts_with("~/") ? "\"$HOME\"/" + shell_quote(text.substr(2)) : shell_quote(text);
}

std::string shell_command(const std::vector<std::string>& argv) {
  std::string line;
  for (const auto& argument : argv) {
    if (!line.empty()) line += ' ';
    line += shell_quote(argument);
  }
  return line;
}

}  // namespace scalegen
