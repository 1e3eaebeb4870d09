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
struct Mark {
  std::shared_ptr<const YamlFile> file{};
  int line = 0;
  int column = 0;
  bool operator==(const Mark&) const = default;
};

template <class T>
struct Placed {
  T value{};
  Mark mark{};
  bool operator==(const Placed&) const = default;
};

inline std::optional<Place> place_of(const Mark& mark) {
  if (!mark.file) return std::nullopt;
  YamlNode node;
  node.line = mark.line;
  node.column = mark.column;
  return place_of(*mark.file, node);
}

inline Diagnostic error_at(const Mark& mark, std::string message, std::string hint = {},
                           std::vector<std::string> notes = {}) {
  return {.place = place_of(mark),
          .message = std::move(message),
          .notes = std::move(notes),
          .hint = std::move(hint)};
}

/// Where the byte `offset` of a text stands, as long as the file holds the text on one line and without
/// escapes; else where the text begins.
Mark mark_within(const Placed<std::string>& text, std::size_t offset);

/// What of its line stands from a place on.
std::string_view text_from(const Mark& mark);

/// "clusters/cyclone.yaml:16 sets nodes: 16", or nothing for a value without a place.
inline std::string set_by(const Mark& mark, std::string_view key, const std::string& value) {
  const auto place = place_of(mark);
  return place ? fmt::format("{}:{} sets {}: {}", place->file, place->line, key, value) : std::string();
}

inline std::string set_by(std::string_view key, const Placed<int>& value) {
  return set_by(value.mark, key, fmt::format("{}", value.value));
}

}  // namespace scalegen
