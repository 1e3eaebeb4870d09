#pragma once
#include <string>
#include <vector>

#include "generator/sweep_file/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads a number, a word, or a formula that begins with '='. Nothing where it is none of them, which is
/// reported. `parameter` is whose value it is.
std::optional<GivenValue> read_value(MapReader& reader, const std::string& parameter, const YamlNode& value,
                                     Diagnostics& errors);

/// `parameters:`, each with its one value.
std::vector<ParameterValues> read_parameters(MapReader& reader, Diagnostics& errors);

/// What `sweep:` says: lists of values, each an axis of its own; `zip:`, lists that are one axis together;
/// `where:`, what has to hold.
struct SweptValues {
  std::vector<Axis> axes{};
  std::vector<Constraint> where{};
};

SweptValues read_swept_values(MapReader& reader, const SharedYaml& file, Diagnostics& errors);

}  // namespace scalegen
