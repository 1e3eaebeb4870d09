#pragma once
#include <fmt/format.h>

#include <string>
#include <string_view>

#include "generator/read/placed.hpp"

namespace scalegen {

/// "clusters/cyclone.yaml:16 sets nodes: 16", or nothing for a value without a place.
inline std::string set_by(const Mark& mark, std::string_view key, const std::string& value) {
  const auto place = place_of(mark);
  return place ? fmt::format("{}:{} sets {}: {}", place->file, place->line, key, value) : std::string();
}

inline std::string set_by(std::string_view key, const Placed<int>& value) {
  return set_by(value.mark, key, fmt::format("{}", value.value));
}

}  // namespace scalegen
