#include "core/yaml_syntax.hpp"

#include <fmt/format.h>
#include <yaml-cpp/exceptions.h>

#include <algorithm>
#include <optional>

namespace scalegen {
namespace {

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

// `nodes:4` is one word in YAML, and yaml-cpp reports a later line: finds the line with the mistake.
const std::string* line_without_blank_after_colon(const YamlFile& file, int last_line, YamlNode& node) {
  for (int line = std::min(last_line, static_cast<int>(file.lines.size())); line >= 1; --line) {
    const auto& text = file.lines[static_cast<std::size_t>(line - 1)];
    const auto begin = text.find_first_not_of(" -");
    if (begin == std::string::npos || text[begin] == '#') continue;
    const auto colon =
        text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-", begin);
    const bool glued = colon != std::string::npos && colon > begin && text[colon] == ':' &&
                       colon + 1 < text.size() && text[colon + 1] != ' ' && text[colon + 1] != '/';
    if (!glued) continue;
    node.line = line;
    node.column = 1 + characters_in(text, static_cast<int>(colon));
    return &text;
  }
  return nullptr;
}

// The position of a tab in the indentation of a line, or npos.
std::size_t indenting_tab(const std::string& line) {
  const auto begin = line.find_first_not_of(" \t");
  const auto tab = line.find('\t');
  return tab < begin ? tab : std::string::npos;
}

/// Tracks open brackets up to a line, ignoring quotes and comments.
class BracketFinder {
 public:
  void read(const std::string& line, int number) {
    for (std::size_t i = 0; i < line.size(); ++i) {
      const char c = line[i];
      if (quote_ != 0) {
        if (c == quote_) quote_ = 0;
      } else if (c == '#' && (i == 0 || line[i - 1] == ' ')) {
        return;
      } else if (c == '"' || c == '\'') {
        quote_ = c;
      } else if (c == '[' || c == '{') {
        open_.push_back({c, number, static_cast<int>(i)});
      } else if ((c == ']' || c == '}') && !open_.empty()) {
        open_.pop_back();
      }
    }
  }

  struct Bracket {
    char bracket = 0;
    int line = 0;
    int byte = 0;
  };
  [[nodiscard]] const Bracket* innermost() const { return open_.empty() ? nullptr : &open_.back(); }

 private:
  std::vector<Bracket> open_;
  char quote_ = 0;
};

// yaml-cpp reports an unclosed bracket on a later line.
std::optional<Diagnostic> unclosed_bracket(const YamlFile& file, const YAML::Exception& e) {
  if (!e.msg.starts_with("end of sequence flow") && !e.msg.starts_with("end of map flow"))
    return std::nullopt;
  BracketFinder finder;
  for (int line = 0; line < std::min(e.mark.line, static_cast<int>(file.lines.size())); ++line)
    finder.read(file.lines[static_cast<std::size_t>(line)], line + 1);
  const auto* const bracket = finder.innermost();
  if (bracket == nullptr) return std::nullopt;
  YamlNode node;
  node.line = bracket->line;
  node.column = 1 + characters_in(file.lines[static_cast<std::size_t>(bracket->line - 1)], bracket->byte);
  return Diagnostic{.cited = cite(file, node),
                    .message = fmt::format("this '{}' is never closed", bracket->bracket)};
}

}  // namespace

int characters_in(std::string_view line, int bytes) {
  const auto part = line.substr(0, static_cast<std::size_t>(std::max(0, bytes)));
  return static_cast<int>(std::ranges::count_if(part, is_first_byte));
}

bool has_at(const YamlFile& file, const YamlNode& node, char c) {
  const auto& lines = file.lines;
  const auto index = static_cast<std::size_t>(node.line - 1);
  if (index >= lines.size()) return false;
  int column = 0;
  for (const char here : lines[index]) {
    column += is_first_byte(here) ? 1 : 0;
    if (column == node.column) return here == c;
  }
  return false;
}

Diagnostic stray_comma(const YamlFile& file, const YamlNode& node) {
  return {.cited = cite(file, node),
          .message = "a comma separates values only within [] or {}",
          .hint = "write one 'key: value' a line, and a text with a comma in quotes"};
}

Diagnostics syntax_error(const YamlFile& file, const YAML::Exception& e) {
  if (auto unclosed = unclosed_bracket(file, e)) return {std::move(*unclosed)};
  YamlNode node;
  node.line = std::clamp(e.mark.line + 1, 1, std::max(1, static_cast<int>(file.lines.size())));
  const auto& lines = file.lines;
  if (!lines.empty())
    node.column = 1 + characters_in(lines[static_cast<std::size_t>(node.line - 1)], e.mark.column);
  if (line_without_blank_after_colon(file, node.line, node) != nullptr)
    return {
        {.cited = cite(file, node), .message = "no blank after this colon", .hint = "write 'key: value'"}};
  if (auto cited = cite(file, node); indenting_tab(cited.source_line) != std::string::npos) {
    cited.column = static_cast<int>(indenting_tab(cited.source_line)) + 1;
    return {{.cited = std::move(cited), .message = "a tab indents this line", .hint = "indent with blanks"}};
  }
  if (has_at(file, node, ',')) return {stray_comma(file, node)};
  std::string hint;
  if (e.msg.starts_with("illegal map value"))
    hint = "put a text with ': ' in it in single quotes, as a whole; '' is one in it";
  if (e.msg.starts_with("end of"))
    hint = "put a text that begins with a quote or a brace in single quotes, as a whole; '' is one in it";
  if (e.msg.starts_with("unknown escape"))
    hint = "use single quotes: in double quotes a backslash is YAML's own";
  return {{.cited = cite(file, node), .message = "this is not YAML: " + e.msg, .hint = std::move(hint)}};
}

}  // namespace scalegen
