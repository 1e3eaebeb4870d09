#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "generator/read/sweep_file.hpp"

namespace scalegen {

/// Reads a sweep file; `file` is its name in messages. An error only where it is not YAML or no map: all
/// other mistakes are kept in the result, so that plan_sweep reports them together with those that it finds.
Result<SweepFile> read_sweep(std::string file, std::string text);

}  // namespace scalegen
