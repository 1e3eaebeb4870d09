#pragma once
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

struct YamlEntry;
struct YamlFile;

/// A YAML value with its location. An empty value has the location of its key.
struct YamlNode {
  enum class Kind { empty, scalar, sequence, map };
  Kind kind = Kind::empty;
  std::string text{};   // scalars only
  bool quoted = false;  // "4" in quotes is text, never a number
  int line = 0;         // from 1
  int column = 0;       // in characters, from 1
  std::vector<YamlNode> items{};
  std::vector<YamlEntry> entries;          // in the file's order
  std::shared_ptr<const YamlFile> file{};  // only if it comes from another file: a base profile
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

/// The line on which a node begins, with its column.
CitedLine cite(const YamlFile& file, const YamlNode& node);

/// The value of a key, or null if the map has no such key. Keys are unique in a file without errors.
const YamlNode* find(const YamlNode& map, std::string_view key);

/// Reads one YAML document. Refuses several things that yaml-cpp accepts: unclosed quotes, repeated keys,
/// merge keys, further documents, and aliases that expand to millions of values.
Result<YamlFile> parse_yaml(std::string name, std::string_view text);

}  // namespace scalegen
