#pragma once
#include <memory>

#include "core/yaml.hpp"
#include "generator/profile/profile_files.hpp"

namespace scalegen {

/// Parses a profile and merges it over the profile that it `extends:`, if any, and so on. Maps are merged key
/// by key down to the maps within groups; lists and single values are replaced whole. Each value keeps the
/// location in its own file. Errors: invalid YAML, a missing base, a circle.
Result<std::shared_ptr<const YamlFile>> read_layers(const FoundFile& profile, const Owner& owner);

/// The profile's file, that of the profile that it extends, and so on.
Result<std::vector<FoundFile>> layers_of(const FoundFile& profile, const Owner& owner);

}  // namespace scalegen
