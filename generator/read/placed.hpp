#pragma once
#include <memory>
#include <optional>
#include <string>
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

}  // namespace scalegen
