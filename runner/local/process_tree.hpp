#pragma once
#include <sys/types.h>

#include <chrono>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/clock.hpp"
#include "core/diagnostics.hpp"
#include "core/process.hpp"

namespace scalegen {

/// A job's script on this machine.
struct LocalScript {
  std::string name{};  // its submission's
  ProcessIdentity process{};
  std::filesystem::path output{};    // what it says itself; empty where another tool started it
  bool is_child = false;             // of this tool, and not yet reaped
  bool was_seen_alive = false;       // so a session with its pid is its own
  std::optional<int> exit_status{};  // of a child that has ended: 128 + n where signal n ended it
  bool operator==(const LocalScript&) const = default;
};

/// All that a script starts inherits its submission's name in this variable.
inline constexpr auto kSubmissionVariable = "SCALEGEN_SUBMISSION";

/// The living processes that a script started, directly or not, and the script itself: those that carry its
/// submission's name, and those of its session. A process of another submission or person is never among
/// them.
std::vector<pid_t> family_of(const LocalScript& script);

/// Learns whether the script has ended; reaps it if it is a child.
Liveness look_at(LocalScript& script);

/// Ends a script and all that it started. It is asked first, and has `grace` to say in exit.json how it
/// ended. An error where something of it is still there, or where it lives on another host.
Result<void> end_script(LocalScript& script, std::chrono::milliseconds grace, Clock& clock);

}  // namespace scalegen
