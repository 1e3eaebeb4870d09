#pragma once
#include <string>

#include "core/run_directory.hpp"
#include "runner/run_status.hpp"

namespace scalegen {

/// The form that docs/runner.md describes: for programs that watch a sweep.
std::string status_json(const RunDirectory& directory, const SweepStatus& all);

}  // namespace scalegen
