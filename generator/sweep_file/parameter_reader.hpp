#pragma once
#include <vector>

#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads `parameters:`, one value each.
std::vector<ParameterValues> read_parameters(MapReader& reader);

/// Reads `threads:` of a command, which is a parameter, too.
void read_threads(MapReader& reader, SweepFile& sweep);

/// The content of `sweep:`. Each list of values is an axis, and so are the lists of a `zip:` together;
/// `where:` filters the combinations.
struct SweptValues {
  std::vector<Axis> axes{};
  std::vector<Constraint> where{};
};

SweptValues read_swept_values(MapReader& reader);

}  // namespace scalegen
