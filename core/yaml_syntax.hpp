#pragma once
#include <string_view>

#include "core/yaml.hpp"

namespace YAML {
class Exception;
}

namespace scalegen {

/// Characters in the first bytes of a line: yaml-cpp counts bytes, carets are placed by character.
int characters_in(std::string_view line, int bytes);

/// True if a node's place in the file is this character.
bool has_at(const YamlFile& file, const YamlNode& node, char c);

Diagnostic stray_comma(const YamlFile& file, const YamlNode& node);

/// The mistake behind an exception of yaml-cpp, which often names a later place.
Diagnostics syntax_error(const YamlFile& file, const YAML::Exception& e);

}  // namespace scalegen
