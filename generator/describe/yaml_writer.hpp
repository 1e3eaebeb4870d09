#pragma once
#include <string>

#include "core/yaml.hpp"

namespace scalegen {

/// The map as YAML that parse_yaml() reads as the same values. Comments are gone, and so is `extends`, which
/// has been followed.
std::string write_yaml(const YamlNode& map);

}  // namespace scalegen
