#pragma once
#include <cstddef>
#include <string>
#include <string_view>

#include "generator/read/placed.hpp"

namespace scalegen {

/// Where the byte `offset` of a text stands, as long as the file holds the text on one line and without
/// escapes; else where the text begins.
Mark mark_within(const Placed<std::string>& text, std::size_t offset);

/// What of its line stands from a place on.
std::string_view text_from(const Mark& mark);

}  // namespace scalegen
