#pragma once
#include "core/diagnostics.hpp"
#include "runner/sweep.hpp"

namespace scalegen {

/// Runs the script of `prepare:` to its end, here or as a job, unless it has prepared these runs before or no
/// run is left. Nothing is submitted before. Returns an error if it fails; if the sweep is told to stop, the
/// script ends here, and goes on as a job.
Result<void> prepare(Sweep& sweep);

}  // namespace scalegen
