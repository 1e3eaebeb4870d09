#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// Reads a profile and, below it, those that it extends; `file` is its name in messages. Reports all mistakes
/// at once, contradictions among them.
Result<Profile> read_profile(std::string file, std::string_view text, const std::filesystem::path& home = {});

/// The profile that `cluster` names: a path where it holds a '/' or ends in .yaml, else a file of this name
/// in HOME/.config/scalegen/clusters, else one that is built in. `origin` says which it was.
Result<Profile> find_profile(const std::string& cluster, const std::filesystem::path& home);

struct ProfileName {
  std::string name{};
  std::string origin{};  // "built in", or the path
};

/// Those that find_profile finds by name, sorted.
std::vector<ProfileName> known_profiles(const std::filesystem::path& home);

}  // namespace scalegen
