#pragma once
#include <vector>

#include "core/map_reader.hpp"
#include "core/plan.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads exactly one of `workload:`, `command:`, `torchrun:`, `python:` into `sweep`.
void read_program(MapReader& reader, SweepFile& sweep);

}  // namespace scalegen
