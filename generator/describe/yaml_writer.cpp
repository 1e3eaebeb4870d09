#include "generator/describe/yaml_writer.hpp"

#include <fmt/format.h>

#include "core/json.hpp"
#include "core/text.hpp"

namespace scalegen {
namespace {

using Kind = YamlNode::Kind;

/// Without characters that mean something to YAML, in any place.
bool is_plain(const YamlNode& scalar) {
  const auto& text = scalar.text;
  return !scalar.quoted && !text.empty() && text.front() != '-' && text.front() != ' ' &&
         text.back() != ' ' && has_only_plain(text, " _./+-");
}

std::string scalar_text(const YamlNode& scalar) {
  if (scalar.kind == Kind::empty) return "";
  return is_plain(scalar) ? scalar.text : json_line(Json(scalar.text));
}

bool is_single(const YamlNode& node) { return node.kind == Kind::scalar || node.kind == Kind::empty; }

constexpr std::size_t kWidth = 100;

/// [a, b]; empty if it would be long, or holds more than single values.
std::string flow_text(const YamlNode& sequence) {
  std::string text;
  for (const auto& item : sequence.items) {
    if (item.kind != Kind::scalar) return "";
    text += (text.empty() ? "[" : ", ") + scalar_text(item);
  }
  if (text.size() > kWidth) return "";
  return text.empty() ? "[]" : text + "]";
}

/// Writes the lines of a value, each after its indent.
class BlockWriter {
 public:
  void write_map(const YamlNode& map, std::size_t indent) {
    for (const auto& [key, value] : map.entries) {
      begin_line(indent);
      text_ += scalar_text(key) + ":";
      write_value(value, indent);
    }
  }

  std::string take() { return std::move(text_) + "\n"; }

 private:
  /// The first line of an item stands behind its dash.
  void begin_line(std::size_t indent) {
    if (!is_behind_dash_ && !text_.empty()) text_ += "\n" + std::string(indent, ' ');
    is_behind_dash_ = false;
  }

  void write_value(const YamlNode& value, std::size_t indent) {
    const auto flow = value.kind == Kind::sequence ? flow_text(value) : "";
    if (is_single(value))
      text_ += value.kind == Kind::empty ? "" : " " + scalar_text(value);
    else if (!flow.empty())
      text_ += " " + flow;
    else if (value.kind == Kind::sequence)
      for (const auto& item : value.items) write_item(item, indent + 2);
    else if (value.entries.empty())
      text_ += " {}";
    else
      write_map(value, indent + 2);
  }

  void write_item(const YamlNode& item, std::size_t indent) {
    begin_line(indent);
    text_ += item.kind == Kind::map && !item.entries.empty() ? "- " : "-";
    is_behind_dash_ = item.kind == Kind::map && !item.entries.empty();
    if (is_behind_dash_)
      write_map(item, indent + 2);
    else
      write_value(item, indent);
  }

  std::string text_;
  bool is_behind_dash_ = false;
};

}  // namespace

std::string write_yaml(const YamlNode& map) {
  auto resolved = map;
  std::erase_if(resolved.entries, [](const YamlEntry& entry) { return entry.key.text == "extends"; });
  BlockWriter writer;
  writer.write_map(resolved, 0);
  return writer.take();
}

}  // namespace scalegen
