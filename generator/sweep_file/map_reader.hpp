#pragma once
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/setting.hpp"
#include "core/yaml.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// A file that readers share, so that what they read keeps its place.
using SharedYaml = std::shared_ptr<const YamlFile>;

/// Reads the keys of one map as typed values and collects every mistake: each reading function reports a
/// value of another kind and gives nothing for it, as for an absent key; what nobody asked for is unknown.
class MapReader {
 public:
  MapReader(SharedYaml file, const YamlNode& map, Diagnostics& errors);

  std::optional<Located<std::string>> text(std::string_view key);
  std::optional<Located<int>> integer(std::string_view key, int least, int most);
  std::optional<Located<std::chrono::seconds>> time(std::string_view key);
  std::optional<Located<std::int64_t>> memory_mib(std::string_view key);

  /// A list of texts; one text alone is a list of one.
  std::vector<Located<std::string>> texts(std::string_view key);

  /// The keys and texts of a map, in the file's order.
  std::vector<std::pair<Located<std::string>, Located<std::string>>> text_map(std::string_view key);

  /// The value that one of the `words` stands for.
  template <class T>
  std::optional<Located<T>> choice(std::string_view key,
                                   const std::vector<std::pair<std::string, T>>& words) {
    const auto word = text(key);
    if (!word) return std::nullopt;
    std::vector<std::string> known;
    for (const auto& [name, value] : words) {
      if (name == word->value) return Located<T>{value, word->location};
      known.push_back(name);
    }
    refuse_word(key, *word, known);
    return std::nullopt;
  }

  /// The value as it stands, for the caller to read; null where the key is absent.
  const YamlNode* node(std::string_view key);
  /// As node, but refused where it is not a map or a list.
  const YamlNode* map(std::string_view key);
  const YamlNode* list(std::string_view key);

  /// Reports a key that is absent.
  void require(std::string_view key, std::string hint);

  /// Reports the keys that nobody asked for, with the one that was probably meant.
  void refuse_unknown_keys();

  [[nodiscard]] SourceLocation location_of(const YamlNode& node) const;
  void report(const YamlNode& node, std::string message, std::string hint = {});

 private:
  const YamlNode* of_kind(std::string_view key, YamlNode::Kind kind, std::string_view expected);
  void refuse_word(std::string_view key, const Located<std::string>& word,
                   const std::vector<std::string>& known);

  SharedYaml file_;
  const YamlNode& map_;
  Diagnostics& errors_;
  std::vector<std::string> known_;
};

/// 4 is a whole number, 0.5 a number, all else and all that stands in quotes a text.
Value value_of(const YamlNode& scalar);

}  // namespace scalegen
