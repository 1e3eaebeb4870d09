#pragma once
#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/yaml.hpp"

namespace scalegen {

/// Where in a file a value stands; none for a default. Cheap to copy: an error that wants the line's text
/// looks it up.
struct SourceLocation {
  std::shared_ptr<const YamlFile> file{};
  int line = 0;
  int column = 0;
  bool operator==(const SourceLocation&) const = default;
};

template <class T>
struct Located {
  T value{};
  SourceLocation location{};
  bool operator==(const Located&) const = default;
};

inline std::optional<CitedLine> cite(const SourceLocation& location) {
  if (!location.file) return std::nullopt;
  YamlNode node;
  node.line = location.line;
  node.column = location.column;
  return cite(*location.file, node);
}

inline Diagnostic error_at(const SourceLocation& location, std::string message, std::string hint = {},
                           std::vector<std::string> notes = {}) {
  return {.cited = cite(location),
          .message = std::move(message),
          .notes = std::move(notes),
          .hint = std::move(hint)};
}

/// Where the byte `offset` of a text stands, as long as the file holds the text on one line and without
/// escapes; else where the text begins.
SourceLocation location_within(const Located<std::string>& text, std::size_t offset);

/// What of its line stands from a place on.
std::string_view text_from(const SourceLocation& location);

/// "clusters/cyclone.yaml:16 sets nodes: 16", or nothing for a value without a place.
inline std::string cite_limit(const SourceLocation& location, std::string_view key,
                              const std::string& value) {
  const auto place = cite(location);
  return place ? fmt::format("{}:{} sets {}: {}", place->file, place->line, key, value) : std::string();
}

inline std::string cite_limit(std::string_view key, const Located<int>& value) {
  return cite_limit(value.location, key, fmt::format("{}", value.value));
}

}  // namespace scalegen
