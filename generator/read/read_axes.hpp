#pragma once
#include <vector>

#include "generator/read/map_reader.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// What `sweep:` says: lists of values, each an axis of its own; `zip:`, lists that are one axis together;
/// `where:`, what has to hold.
struct SweptValues {
  std::vector<Axis> axes{};
  std::vector<Constraint> where{};
};

SweptValues read_swept_values(MapReader& reader, const SharedYaml& file, Diagnostics& errors);

}  // namespace scalegen
