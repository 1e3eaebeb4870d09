#pragma once
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/map_reader.hpp"

namespace scalegen {

/// Nodes, cores, GPUs and units of billing: no profile may name more.
inline constexpr int kMostOfACluster = 1'000'000;

// Readers of keys that several groups of a profile have.

/// yes or no.
std::optional<bool> read_yes_or_no(MapReader& reader, std::string_view key);

/// `architecture`: x86_64 or aarch64.
std::optional<Located<std::string>> read_architecture(MapReader& reader);

/// `modules_first`: reset or purge, which `module` does before it loads the modules. Empty if absent.
std::string read_modules_first(MapReader& reader);

/// A text without its location. Empty if absent.
std::string read_text(MapReader& reader, std::string_view key);

/// A list of texts without their locations.
std::vector<std::string> read_texts(MapReader& reader, std::string_view key);

}  // namespace scalegen
