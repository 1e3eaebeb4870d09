#pragma once
#include <vector>

#include "core/map_reader.hpp"
#include "core/plan.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

// Readers of parts of a sweep file; each reports its mistakes to the reader it is given.

/// Reads exactly one of `workload:`, `command:`, `torchrun:`, `python:` into `sweep`.
void read_program(MapReader& reader, SweepFile& sweep);

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
