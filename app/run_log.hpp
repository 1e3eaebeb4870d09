#pragma once
#include <string>

#include "app/open_run_directory.hpp"
#include "core/clock.hpp"
#include "core/diagnostics.hpp"

namespace scalegen {

/// The state of a run, where its files are, and the last lines of each: what the program printed, and the
/// script around it. Returns an error if the plan has no such run.
Result<std::string> run_log(const OpenedRun& sweep, const std::string& run, Clock& clock);

}  // namespace scalegen
