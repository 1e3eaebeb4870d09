#include "generator/sweep_file/part_readers.hpp"

#include <fmt/format.h>

#include "core/text.hpp"

namespace scalegen {

namespace {

bool is_blank(const std::string& text) { return text.find_first_not_of(" \t\n") == std::string::npos; }

std::string example_of(OwnProgram::Kind kind) {
  if (kind == OwnProgram::Kind::command)
    return "write command: srun --ntasks={ranks} ./program, or a list of words";
  return fmt::format("write {}: train.py --batch {{per_rank_batch}}, or a list of words", to_text(kind));
}

/// The text without surrounding blanks. A text after `|` in YAML ends with a new line.
std::string stripped(const std::string& text) {
  const auto begin = text.find_first_not_of(" \t\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\n") + 1 - begin);
}

/// `[train.py, {ranks}]`: unquoted braces are a map in YAML.
bool is_bare_placeholder(const YamlNode& node) {
  return node.kind == YamlNode::Kind::map && node.entries.size() == 1 &&
         node.entries.front().value.kind == YamlNode::Kind::empty;
}

void refuse_item(MapReader& reader, const std::string& key, const YamlNode& item) {
  if (is_bare_placeholder(item))
    reader.report(item, "braces without quotes are a map in YAML",
                  fmt::format("write \"{{{}}}\"", item.entries.front().key.text));
  else if (item.kind == YamlNode::Kind::scalar)
    reader.report(item, fmt::format("'{}' holds a control character", key));
  else
    reader.report(item, fmt::format("'{}' must be a text or a list of words", key));
}

bool is_word(const YamlNode& node) {
  return node.kind == YamlNode::Kind::scalar && !has_control_characters(node.text);
}

std::optional<OwnProgram> read_own(MapReader& reader, const YamlEntry& entry, OwnProgram::Kind kind) {
  const auto& [key, value] = entry;
  OwnProgram program{
      .kind = kind, .is_text = value.kind == YamlNode::Kind::scalar, .location = reader.location_of(key)};
  bool is_whole = true;
  const auto take = [&](const YamlNode& node) {
    if (is_word(node))
      program.words.push_back({program.is_text ? stripped(node.text) : node.text, reader.location_of(node)});
    else
      refuse_item(reader, key.text, node);
    is_whole = is_whole && is_word(node);
  };
  if (value.kind == YamlNode::Kind::sequence)
    for (const auto& item : value.items) take(item);
  else
    take(value);
  const bool is_empty = program.words.empty() || is_blank(program.words.front().value);
  if (is_whole && is_empty) reader.report(value, fmt::format("'{}' is empty", key.text), example_of(kind));
  return is_whole && !is_empty ? std::optional(std::move(program)) : std::nullopt;
}

}  // namespace

void read_program(MapReader& reader, SweepFile& sweep) {
  using Kind = OwnProgram::Kind;
  const auto& root = reader.whole();
  std::vector<const YamlEntry*> found;
  for (const auto& entry : root.entries)
    for (const auto* key : {"workload", "command", "torchrun", "python"})
      if (entry.key.text == key) found.push_back(&entry);
  sweep.workload = reader.text("workload").value_or(Located<std::string>{});
  for (const auto kind : {Kind::command, Kind::torchrun, Kind::python}) {
    const auto key = to_text(kind);
    reader.node(key);
    for (const auto* entry : found)
      if (entry->key.text == key) sweep.program = read_own(reader, *entry, kind);
  }
  for (std::size_t i = 1; i < found.size(); ++i)
    reader.report(found[i]->key,
                  fmt::format("'{}' and '{}' exclude each other", found[0]->key.text, found[i]->key.text),
                  "keep one of the two");
  if (found.empty())
    reader.report(root, "missing key 'workload', 'torchrun', 'python' or 'command'",
                  "add a line such as 'workload: mnist_cnn'; the others are for a program of your own");
}

}  // namespace scalegen
