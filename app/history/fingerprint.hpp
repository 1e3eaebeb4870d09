#pragma once
#include <string>

#include "core/run_directory.hpp"

namespace scalegen::history {

/// Tells whether the report of a run directory may have changed: a sum of the names, sizes and times of
/// change of its plan, its journal and the files of its runs, and the version of scalegen that judges them.
std::string fingerprint_of(const RunDirectory& directory);

}  // namespace scalegen::history
