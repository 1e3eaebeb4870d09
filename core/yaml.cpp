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

#include "core/yaml_syntax.hpp"

namespace scalegen {
namespace {

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
