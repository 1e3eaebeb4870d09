#include "core/yaml.hpp"

#include <fmt/format.h>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <utility>

namespace scalegen {
namespace {

bool is_first_byte(char c) { return (static_cast<unsigned char>(c) & 0xC0U) != 0x80U; }

/// Characters in the first bytes of a line: yaml-cpp counts bytes, carets are placed by character.
int characters_in(std::string_view line, int bytes) {
  const auto part = line.substr(0, static_cast<std::size_t>(std::max(0, bytes)));
  return static_cast<int>(std::ranges::count_if(part, is_first_byte));
}

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

/// True if a node's place in the file is this character.
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

/// The mistake behind an exception of yaml-cpp, which often names a later place.
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

constexpr std::size_t kMostBytes = 4UL * 1024 * 1024;
constexpr int kMostValues = 1'000'000;  // aliases of aliases can expand a few lines to billions
constexpr int kMostLevels = 100;
constexpr std::size_t kMostErrors = 20;       // each holds its whole line
constexpr std::size_t kTextOfOneValue = 100;  // bytes: an alias of a long text costs more than one of a word

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

/// Counts the characters before marks. A line of a million values is read once, not once a value.
class ColumnCounter {
 public:
  int characters_before(const std::vector<std::string>& lines, const YAML::Mark& mark) {
    if (mark.line != line_ || mark.column < bytes_) line_ = mark.line, bytes_ = 0, characters_ = 0;
    const auto line = static_cast<std::size_t>(std::max(0, line_));
    if (line >= lines.size()) return 0;
    const std::string_view text = lines[line];
    characters_ += characters_in(text.substr(std::min(static_cast<std::size_t>(bytes_), text.size())),
                                 mark.column - bytes_);
    bytes_ = std::max(0, mark.column);
    return characters_;
  }

 private:
  int line_ = -1;
  int bytes_ = 0;
  int characters_ = 0;
};

/// Thrown through yaml-cpp to end its work at the first mistake after which it need not go on.
struct Refusal {
  Diagnostics errors{};
};

struct Extent {
  int values = 0;  // a long text counts as several
  int levels = 0;
};

Extent extent_of(const YamlNode& node) {
  Extent all{.values = 1 + static_cast<int>(node.text.size() / kTextOfOneValue)};
  const auto add = [&](const YamlNode& inner) {
    const auto extent = extent_of(inner);
    all.values += extent.values;
    all.levels = std::max(all.levels, 1 + extent.levels);
  };
  for (const auto& item : node.items) add(item);
  for (const auto& entry : node.entries) add(entry.key), add(entry.value);
  return all;
}

/// Builds a tree from yaml-cpp's events and collects the mistakes that yaml-cpp accepts. It does not leave
/// the tree to yaml-cpp: a stray comma begins document after document there, without end.
class TreeBuilder : public YAML::EventHandler {
 public:
  TreeBuilder(YamlFile& file, std::string_view text) : file_(file), text_(text) {}

  Diagnostics take_errors() { return std::move(errors_); }

  void OnDocumentStart(const YAML::Mark& mark) override {
    if (std::exchange(has_document_, true)) refuse_second_document(at(mark));
  }
  void OnDocumentEnd() override {}

  void OnNull(const YAML::Mark& mark, YAML::anchor_t anchor) override { finish(at(mark), anchor); }

  void OnAlias(const YAML::Mark& mark, YAML::anchor_t anchor) override {
    const auto place = at(mark);
    const auto named = anchors_.find(anchor);
    if (named == anchors_.end()) refuse(place, "this alias stands within the value that it names", "");
    const auto extent = extent_of(named->second);
    if (static_cast<int>(open_.size()) + extent.levels > kMostLevels) refuse_depth(place);
    count(place, extent.values);
    attach(named->second);
  }

  void OnScalar(const YAML::Mark& mark, const std::string& tag, YAML::anchor_t anchor,
                const std::string& value) override {
    auto node = at(mark);
    node.kind = YamlNode::Kind::scalar;
    node.text = value;
    node.quoted = tag == "!";
    const auto begin = static_cast<std::size_t>(std::max(0, mark.pos));
    if (node.quoted && begin < text_.size() && !quote_closes(begin))
      add(node, "this quote is never closed", "put the closing quote on the same line");
    finish(std::move(node), anchor);
  }

  void OnSequenceStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                       YAML::EmitterStyle::value /*style*/) override {
    open(mark, YamlNode::Kind::sequence, anchor);
  }
  void OnSequenceEnd() override { close(); }

  void OnMapStart(const YAML::Mark& mark, const std::string& /*tag*/, YAML::anchor_t anchor,
                  YAML::EmitterStyle::value /*style*/) override {
    open(mark, YamlNode::Kind::map, anchor);
  }
  void OnMapEnd() override { close(); }

 private:
  /// A list or map whose end has not been read.
  struct Open {
    YamlNode node{};
    YAML::anchor_t anchor = YAML::NullAnchor;
    std::optional<YamlNode> key{};  // read, and its value is not
    std::set<std::string> keys{};
  };

  YamlNode at(const YAML::Mark& mark) {
    YamlNode node;
    node.line = std::max(1, mark.line + 1);
    node.column = 1 + place_.characters_before(file_.lines, mark);
    return node;
  }

  void open(const YAML::Mark& mark, YamlNode::Kind kind, YAML::anchor_t anchor) {
    auto node = at(mark);
    node.kind = kind;
    if (static_cast<int>(open_.size()) == kMostLevels) refuse_depth(node);
    open_.push_back({.node = std::move(node), .anchor = anchor});
  }

  void close() {
    auto ended = std::move(open_.back());
    open_.pop_back();
    finish(std::move(ended.node), ended.anchor);
  }

  void finish(YamlNode node, YAML::anchor_t anchor) {
    count(node, 1 + static_cast<int>(node.text.size() / kTextOfOneValue));
    if (anchor != YAML::NullAnchor) {
      count(node, extent_of(node).values);
      anchors_.emplace(anchor, node);
    }
    attach(std::move(node));
  }

  void attach(YamlNode node) {
    if (open_.empty())
      file_.root = std::move(node);
    else if (open_.back().node.kind == YamlNode::Kind::sequence)
      open_.back().node.items.push_back(std::move(node));
    else if (auto& map = open_.back(); map.key)
      attach_value(map, std::move(node));
    else
      attach_key(map, std::move(node));
  }

  void attach_key(Open& map, YamlNode key) {
    if (key.kind != YamlNode::Kind::scalar)
      add(key, "a key must be a word", "");
    else if (key.text == "<<" && !key.quoted)
      add(key, "merge keys ('<<') are not supported", "write the values out");
    else if (!map.keys.insert(key.text).second)
      add(key, fmt::format("the key '{}' is given twice", key.text), "keep one of the two");
    map.key = std::move(key);
  }

  static void attach_value(Open& map, YamlNode value) {
    if (value.kind == YamlNode::Kind::empty) value.line = map.key->line, value.column = map.key->column;
    map.node.entries.push_back({std::move(*map.key), std::move(value)});
    map.key.reset();
  }

  void count(const YamlNode& node, int values) {
    values_ += values;
    if (values_ > kMostValues)
      refuse(node, "the values of this file, and those that its aliases stand for, are more than a million",
             "");
  }

  [[noreturn]] void refuse_depth(const YamlNode& node) {
    refuse(node, fmt::format("values are nested deeper than {} levels", kMostLevels), "");
  }

  [[noreturn]] void refuse_second_document(const YamlNode& node) {
    const auto cited = cite(file_, node);
    if (cited.source_line.starts_with("---"))
      refuse(node, "the file holds more than one document", "remove the lines '---'");
    if (has_at(file_, node, ',')) throw Refusal{{stray_comma(file_, node)}};
    refuse(node, "the value of this file ends before this", "write one 'key: value' a line");
  }

  [[noreturn]] void refuse(const YamlNode& node, std::string message, std::string hint) {
    throw Refusal{{{.cited = cite(file_, node), .message = std::move(message), .hint = std::move(hint)}}};
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
    if (errors_.size() == kMostErrors) throw Refusal{std::move(errors_)};
  }

  YamlFile& file_;
  std::string_view text_;
  ColumnCounter place_;
  std::vector<Open> open_;
  std::map<YAML::anchor_t, YamlNode> anchors_;
  Diagnostics errors_;
  int values_ = 0;
  bool has_document_ = false;
};

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
  if (text.size() > kMostBytes)
    return failure(fmt::format("'{}' is larger than 4 MiB, which no YAML file for scalegen is", name),
                   "name another file");
  YamlFile file{std::move(name), split_lines(text), {}};
  TreeBuilder tree(file, text);
  try {
    std::istringstream in{std::string(text)};
    YAML::Parser parser(in);
    while (parser.HandleNextDocument(tree)) {
    }
  } catch (const Refusal& refusal) {
    return tl::make_unexpected(refusal.errors);
  } catch (const YAML::Exception& e) {
    return tl::make_unexpected(syntax_error(file, e));
  }
  if (auto errors = tree.take_errors(); !errors.empty()) return tl::make_unexpected(std::move(errors));
  return file;
}

}  // namespace scalegen
