#pragma once
#include <string>
#include <vector>

#include "generator/read/map_reader.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// Reads a number, a word, or a formula that begins with '='. Nothing where it is none of them, which is
/// reported. `parameter` is whose value it is.
std::optional<GivenValue> read_value(MapReader& reader, const std::string& parameter, const YamlNode& value,
                                     Diagnostics& errors);

/// `parameters:`, each with its one value.
std::vector<ParameterValues> read_parameters(MapReader& reader, Diagnostics& errors);

}  // namespace scalegen
