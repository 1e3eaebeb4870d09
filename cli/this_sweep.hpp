#pragma once
#include "core/diagnostics.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// The run directory that was named, absolute; else the only one in the current folder. An error where there
/// is none or are several, with their names.
Result<RunDirectory> this_directory(const std::string& given);

}  // namespace scalegen
