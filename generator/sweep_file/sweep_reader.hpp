#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "core/map_reader.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reads a sweep file; `file` is its name in messages. Returns an error only if the text is not YAML or not a
/// map. All other mistakes are kept in the result, so that plan_sweep reports them together with its own.
/// `forms`, if given, is told of each key that is read.
Result<SweepFile> read_sweep(std::string file, std::string text, KeyForms* forms = nullptr);

}  // namespace scalegen
