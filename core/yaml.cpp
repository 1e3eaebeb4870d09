#include "core/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <optional>
#include <set>

namespace scalegen {
namespace {

constexpr int kMostNodes = 1'000'000;  // aliases of aliases can expand a few lines to billions
constexpr int kMostLevels = 100;       // an alias of a node around it would never end

std::vector<std::string> split_lines(std::string_view text) {
  std::vector<std::string> lines;
  while (!text.empty()) {
    const auto end = text.find('\n');
    auto line = text.substr(0, end);
    if (!line.empty() && line.back() == '\r') line.remove_suffix(1);
    lines.emplace_back(line);
    text.remove_prefix(end == std::string_view::npos ? text.size() : end + 1);
  }
  return lines;
}

// yaml-cpp counts bytes, carets are placed by character.
int characters_before(const std::string& line, int bytes) {
  const auto end = line.begin() + std::min(bytes, static_cast<int>(line.size()));
  return static_cast<int>(std::count_if(
      line.begin(), end, [](char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }));
}

/// Converts yaml-cpp's tree and collects the mistakes that yaml-cpp accepts.
class Converter {
 public:
  Converter(YamlFile& file, std::string_view text) : file_(file), text_(text) {}

  YamlNode convert(const YAML::Node& node) {
    YamlNode result = at(node.Mark());
    if (++nodes_ > kMostNodes || too_deep_) return result;
    too_deep_ = ++level_ > kMostLevels;
    if (!too_deep_) fill(node, result);
    --level_;
    return result;
  }

  Diagnostics take_errors() {
    if (nodes_ <= kMostNodes && !too_deep_) return std::move(errors_);
    errors_.clear();  // the tree was not read to its end
    if (too_deep_)
      add(file_.root, fmt::format("values are nested deeper than {} levels", kMostLevels), "");
    else
      add(file_.root, "the aliases of this file expand to more than a million values", "");
    return std::move(errors_);
  }

 private:
  YamlNode at(const YAML::Mark& mark) const {
    YamlNode node;
    node.line = std::max(1, mark.line + 1);
    const auto index = static_cast<std::size_t>(node.line - 1);
    node.column = index < file_.lines.size() ? 1 + characters_before(file_.lines[index], mark.column) : 1;
    return node;
  }

  void fill(const YAML::Node& node, YamlNode& result) {
    switch (node.Type()) {
      case YAML::NodeType::Scalar:
        fill_scalar(node, result);
        break;
      case YAML::NodeType::Sequence:
        fill_sequence(node, result);
        break;
      case YAML::NodeType::Map:
        fill_map(node, result);
        break;
      default:
        break;
    }
  }

  void fill_scalar(const YAML::Node& node, YamlNode& result) {
    result.kind = YamlNode::Kind::scalar;
    result.text = node.Scalar();
    result.quoted = node.Tag() == "!";
    const auto begin = static_cast<std::size_t>(std::max(0, node.Mark().pos));
    if (result.quoted && begin < text_.size() && !quote_closes(begin))
      add(result, "this quote is never closed", "put the closing quote on the same line");
  }

  void fill_sequence(const YAML::Node& node, YamlNode& result) {
    result.kind = YamlNode::Kind::sequence;
    for (const auto& item : node) result.items.push_back(convert(item));
  }

  void fill_map(const YAML::Node& node, YamlNode& result) {
    result.kind = YamlNode::Kind::map;
    std::set<std::string> seen;
    for (const auto& entry : node) {
      YamlNode key = convert(entry.first);
      YamlNode value = convert(entry.second);
      if (value.kind == YamlNode::Kind::empty) value.line = key.line, value.column = key.column;
      check_key(key, seen);
      result.entries.push_back({std::move(key), std::move(value)});
    }
  }

  void check_key(const YamlNode& key, std::set<std::string>& seen) {
    if (key.kind != YamlNode::Kind::scalar)
      add(key, "a key must be a word", "");
    else if (key.text == "<<" && !key.quoted)
      add(key, "merge keys ('<<') are not supported", "write the values out");
    else if (!seen.insert(key.text).second)
      add(key, fmt::format("the key '{}' is given twice", key.text), "keep one of the two");
  }

  // Scans a quoted scalar in the source, because yaml-cpp accepts the end of the file as a closing quote.
  [[nodiscard]] bool quote_closes(std::size_t begin) const {
    const char quote = text_[begin];
    if (quote != '"' && quote != '\'') return true;
    for (std::size_t i = begin + 1; i < text_.size(); ++i) {
      const bool is_escape = quote == '"' && text_[i] == '\\';
      const bool is_doubled = quote == '\'' && text_.substr(i, 2) == "''";
      if (is_escape || is_doubled)
        ++i;
      else if (text_[i] == quote)
        return true;
    }
    return false;
  }

  void add(const YamlNode& node, std::string message, std::string hint) {
    errors_.push_back({.cited = cite(file_, node), .message = std::move(message), .hint = std::move(hint)});
  }

  YamlFile& file_;
  std::string_view text_;
  Diagnostics errors_;
  int nodes_ = 0;
  int level_ = 0;
  bool too_deep_ = false;
};

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
    node.column = 1 + characters_before(text, static_cast<int>(colon));
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
        open_.push_back({c, number, 1 + characters_before(line, static_cast<int>(i))});
      } else if ((c == ']' || c == '}') && !open_.empty()) {
        open_.pop_back();
      }
    }
  }

  struct Bracket {
    char bracket = 0;
    int line = 0;
    int column = 0;
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
  node.column = bracket->column;
  return Diagnostic{.cited = cite(file, node),
                    .message = fmt::format("this '{}' is never closed", bracket->bracket)};
}

Diagnostics syntax_error(const YamlFile& file, const YAML::Exception& e) {
  if (auto unclosed = unclosed_bracket(file, e)) return {std::move(*unclosed)};
  YamlNode node;
  node.line = std::clamp(e.mark.line + 1, 1, std::max(1, static_cast<int>(file.lines.size())));
  const auto& lines = file.lines;
  if (!lines.empty())
    node.column = 1 + characters_before(lines[static_cast<std::size_t>(node.line - 1)], e.mark.column);
  if (line_without_blank_after_colon(file, node.line, node) != nullptr)
    return {
        {.cited = cite(file, node), .message = "no blank after this colon", .hint = "write 'key: value'"}};
  if (auto cited = cite(file, node); indenting_tab(cited.source_line) != std::string::npos) {
    cited.column = static_cast<int>(indenting_tab(cited.source_line)) + 1;
    return {{.cited = std::move(cited), .message = "a tab indents this line", .hint = "indent with blanks"}};
  }
  return {{.cited = cite(file, node), .message = "this is not YAML: " + e.msg}};
}

Diagnostics one_document(const YamlFile& file) {
  return {{.cited = CitedLine{file.name, 1, 1, file.lines.empty() ? "" : file.lines.front()},
           .message = "the file holds more than one document",
           .hint = "remove the lines '---'"}};
}

}  // namespace

CitedLine cite(const YamlFile& file, const YamlNode& node) {
  const auto index = static_cast<std::size_t>(std::max(node.line, 1) - 1);
  return {file.name, std::max(node.line, 1), std::max(node.column, 1),
          index < file.lines.size() ? file.lines[index] : std::string()};
}

const YamlNode* find(const YamlNode& map, std::string_view key) {
  for (const auto& entry : map.entries)
    if (entry.key.text == key) return &entry.value;
  return nullptr;
}

Result<YamlFile> parse_yaml(std::string name, std::string_view text) {
  YamlFile file{std::move(name), split_lines(text), {}};
  try {
    const auto documents = YAML::LoadAll(std::string(text));
    if (documents.size() > 1) return tl::make_unexpected(one_document(file));
    Converter converter(file, text);
    if (!documents.empty()) file.root = converter.convert(documents.front());
    if (auto errors = converter.take_errors(); !errors.empty()) return tl::make_unexpected(std::move(errors));
  } catch (const YAML::Exception& e) {
    return tl::make_unexpected(syntax_error(file, e));
  }
  return file;
}

}  // namespace scalegen
