#pragma once
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/setting.hpp"
#include "core/source_location.hpp"
#include "core/yaml.hpp"

namespace scalegen {

/// A parsed file. Values that were read from it share it, as part of their location.
using SharedYaml = std::shared_ptr<const YamlFile>;

/// The keys that readers of a file asked for: by the path of a key (prepare.time_limit) the forms that its
/// value may have, in the words of the reference. An empty form is the caller's own to check.
using KeyForms = std::map<std::string, std::set<std::string>>;

/// Reads the keys of one map as typed values. Mistakes are collected in `errors`: a reading function reports
/// a value of the wrong type and then returns nothing, as for an absent key. Keys that were never read are
/// unknown keys.
class MapReader {
 public:
  /// `forms`, if given, is told of each key that is read from this map and those inside: what the pages of
  /// docs/reference are held against.
  MapReader(SharedYaml file, const YamlNode& map, Diagnostics& errors, KeyForms* forms = nullptr);

  std::optional<Located<std::string>> text(std::string_view key);
  std::optional<Located<int>> integer(std::string_view key, int least, int most);
  std::optional<Located<std::chrono::seconds>> time(std::string_view key);
  std::optional<Located<std::int64_t>> memory_mib(std::string_view key);

  /// A list of texts. A single text is read as a list of one.
  std::vector<Located<std::string>> texts(std::string_view key);

  /// The keys and texts of a map, in the order of the file.
  std::vector<std::pair<Located<std::string>, Located<std::string>>> text_map(std::string_view key);

  /// The value that belongs to one of the `words`.
  template <class T>
  std::optional<Located<T>> choice(std::string_view key,
                                   const std::vector<std::pair<std::string, T>>& words) {
    std::vector<std::string> known;
    for (const auto& [name, value] : words) known.push_back(name);
    const auto word = one_of(key, known);
    if (!word) return std::nullopt;
    const auto position = std::ranges::find(known, word->value) - known.begin();
    return Located<T>{words[static_cast<std::size_t>(position)].second, word->location};
  }

  /// The node of a key, for the caller to read. Returns null if the key is absent.
  const YamlNode* node(std::string_view key);
  // Like node(), but report a node that is no map or no list.
  const YamlNode* map(std::string_view key);
  const YamlNode* list(std::string_view key);

  /// Reports the key if it is absent.
  void require(std::string_view key, std::string hint);

  /// Reports all keys that were not read, each with the key that was probably meant.
  void refuse_unknown_keys();

  /// The map itself.
  [[nodiscard]] const YamlNode& whole() const { return map_; }

  /// A reader for a map inside this one, which collects its mistakes in the same place.
  [[nodiscard]] MapReader within(const YamlNode& inner) const;

  [[nodiscard]] SourceLocation location_of(const YamlNode& node) const;
  void report(const YamlNode& node, std::string message, std::string hint = {});
  void report_at(const SourceLocation& location, std::string message, std::string hint = {},
                 std::vector<std::string> notes = {});
  void report(Diagnostics mistakes);

 private:
  const YamlNode* asked(std::string_view key, std::string form);
  const YamlNode* of_kind(const YamlNode* found, std::string_view key, YamlNode::Kind kind,
                          std::string_view expected);
  std::optional<Located<std::string>> text_of(const YamlNode* found, std::string_view key);
  std::optional<Located<std::string>> one_of(std::string_view key, const std::vector<std::string>& words);

  SharedYaml file_;
  const YamlNode& map_;
  Diagnostics& errors_;
  KeyForms* forms_;
  std::string path_{};  // of this map, with a dot behind it; empty: the file's
  std::vector<std::string> known_{};
};

/// The type of an unquoted scalar: 4 is a whole number, 0.5 a number, all else a text. Quoted scalars are
/// texts.
Value value_of(const YamlNode& scalar);

}  // namespace scalegen
