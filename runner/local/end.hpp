#pragma once
#include <chrono>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "runner/local/script.hpp"

namespace scalegen {

/// Learns whether the script has ended; reaps it if it is a child.
Liveness look_at(LocalScript& script);

/// Ends a script and all that it started. It is asked first, and has `grace` to say in exit.json how it
/// ended. An error where something of it is still there, or where it lives on another host.
Result<void> end_script(LocalScript& script, std::chrono::milliseconds grace, Clock& clock);

}  // namespace scalegen
