#pragma once
#include "core/diagnostics.hpp"
#include "runner/local/script.hpp"
#include "runner/scheduler.hpp"

namespace scalegen {

/// Runs a job's script in a session of its own, so that what a terminal sends to the tool does not reach it.
/// Its signals are as after a login, stdin is empty, and what it says goes to local-<attempt>.out beside it.
Result<LocalScript> start_script(const Submission& submission);

}  // namespace scalegen
