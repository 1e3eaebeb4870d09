#include "core/shell_quote.hpp"

#include <algorithm>

namespace scalegen {
namespace {

bool is_plain(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
         std::string_view("_-+=./:,@%").find(c) != std::string_view::npos;
}

}  // namespace

std::string shell_quote(std::string_view text) {
  if (!text.empty() && std::ranges::all_of(text, is_plain)) return std::string(text);
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
