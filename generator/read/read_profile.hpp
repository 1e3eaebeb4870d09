#pragma once
#include <filesystem>
#include <string>

#include "core/diagnostics.hpp"
#include "generator/read/profile.hpp"

namespace scalegen {

/// Reads a profile; `file` is its name in messages. Reports all mistakes at once.
Result<Profile> read_profile(std::string file, std::string_view text);

/// The profile that `cluster` names: a path where it holds a '/' or ends in .yaml, else a file of this name
/// in HOME/.config/scalegen/clusters, else one that is built in. `origin` says which it was.
Result<Profile> find_profile(const std::string& cluster, const std::filesystem::path& home);

}  // namespace scalegen
