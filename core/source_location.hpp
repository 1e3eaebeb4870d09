#pragma once
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

/// The place of a value in a file; without a file for a default. Cheap to copy: the text of the line is
/// looked up only for a message.
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

/// Returns nullopt for a location without a file.
std::optional<CitedLine> cite(const SourceLocation& location);

Diagnostic error_at(const SourceLocation& location, std::string message, std::string hint = {},
                    std::vector<std::string> notes = {});

/// The location of the byte `offset` of a text. Returns where the text begins if the file holds the text with
/// escapes or over several lines.
SourceLocation location_within(const Located<std::string>& text, std::size_t offset);

/// The rest of the line, from the location on.
std::string_view text_from(const SourceLocation& location);

/// "clusters/cyclone.yaml:16 sets nodes: 16"; empty for a value without a file.
std::string cite_limit(const SourceLocation& location, std::string_view key, const std::string& value);
std::string cite_limit(std::string_view key, const Located<int>& value);

}  // namespace scalegen
