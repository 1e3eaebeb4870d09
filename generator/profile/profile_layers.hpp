#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/yaml.hpp"
#include "generator/sweep_file/source_location.hpp"

namespace scalegen {

/// A profile as text: `name` is what messages call it.
struct ProfileText {
  std::string name{};
  std::string text{};
  std::string origin{};  // "built in", or the path
};

/// The text that `cluster` names: a path where it holds a '/' or ends in .yaml, else a file of this name in
/// HOME/.config/scalegen/clusters, else one that is built in. A file of the user's named `except` is passed
/// over.
Result<ProfileText> find_profile_text(const std::string& cluster, const std::filesystem::path& home,
                                      const std::string& except = {});

/// A profile's YAML laid over that of the profile that it `extends:`, if any, and so on down. Each value
/// keeps the place where it stands. Errors: YAML that cannot be read, a base that is not there, a circle.
Result<std::shared_ptr<const YamlFile>> read_layers(const ProfileText& profile,
                                                    const std::filesystem::path& home);

/// One map laid over another, group by group and key by key: in a group the base keeps the keys that `top`
/// does not have, and so it does in a map within a group. Lists and single values are replaced whole.
YamlNode layered(const YamlNode& base, const YamlNode& top);

}  // namespace scalegen
