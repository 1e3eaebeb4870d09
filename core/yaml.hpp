#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

struct YamlEntry;
struct YamlFile;

/// A YAML value with its place. A value that is empty has the place of its key.
struct YamlNode {
  enum class Kind { empty, scalar, sequence, map };
  Kind kind = Kind::empty;
  std::string text{};   // of a scalar
  bool quoted = false;  // "4" in quotes is text, never a number
  int line = 0;         // from 1
  int column = 0;       // in characters, from 1
  std::vector<YamlNode> items{};
  std::vector<YamlEntry> entries;          // in the file's order
  std::shared_ptr<const YamlFile> file{};  // where it stands, if not in the file that it is now read from
};

struct YamlEntry {
  YamlNode key{};
  YamlNode value{};
};

struct YamlFile {
  std::string name{};
  std::vector<std::string> lines{};
  YamlNode root{};
};

/// Where a node stands, with its line's text.
CitedLine cite(const YamlFile& file, const YamlNode& node);

/// The value of a key, or null. Keys are unique in a file that was read without errors.
const YamlNode* find(const YamlNode& map, std::string_view key);

/// Reads one YAML document. What yaml-cpp lets pass is refused here: unclosed quotes, repeated keys, merge
/// keys, further documents, aliases that grow beyond any file a person writes.
Result<YamlFile> parse_yaml(std::string name, std::string_view text);

}  // namespace scalegen
