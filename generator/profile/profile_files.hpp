#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"

namespace scalegen {

struct ProfileName {
  std::string name{};
  std::string origin{};  // "built in", or the path
};

/// The profiles that can be found by name, sorted: those in HOME/.config/scalegen/clusters and those built
/// in.
std::vector<ProfileName> known_profiles(const std::filesystem::path& home);

/// A profile before it is parsed.
struct ProfileText {
  std::string name{};  // for messages
  std::string text{};
  std::string origin{};  // "built in", or the path
};

/// Finds the profile `cluster`: a path if it holds a '/' or ends in .yaml, else a file of this name in
/// HOME/.config/scalegen/clusters, else one that is built in. The user's file `except` is skipped.
Result<ProfileText> find_profile_text(const std::string& cluster, const std::filesystem::path& home,
                                      const std::string& except = {});

}  // namespace scalegen
