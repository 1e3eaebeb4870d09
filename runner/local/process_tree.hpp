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
  std::filesystem::path output{};    // what it prints itself; empty if another tool started it
  bool is_child = false;             // of this tool, and not yet reaped
  bool was_seen_alive = false;       // so a session with its pid is its own
  std::optional<int> exit_status{};  // of a child that has ended: 128 + n if signal n ended it
  bool operator==(const LocalScript&) const = default;
};

/// Everything that a script starts inherits its submission's name in this variable.
inline constexpr auto kSubmissionVariable = "SCALEGEN_SUBMISSION";

/// The living processes that a script started, directly or not, and the script itself: those that carry its
/// submission's name, and those of its session. Never a process of another submission or person.
std::vector<pid_t> process_tree_of(const LocalScript& script);

/// Reaps the script if it is a child that has ended.
Liveness liveness_of(LocalScript& script);

/// Waits until one of these processes of this host has ended, for `most` at most; a signal ends the wait,
/// too. False, at once, if there are none or the kernel (Linux before 5.3) cannot tell.
bool await_an_end(const std::vector<ProcessIdentity>& processes, std::chrono::milliseconds most);

/// Ends a script and everything that it started. It gets SIGTERM first, and has `grace` to say in exit.json
/// how it ended. An error if something of it is still there, or if it lives on another host.
Result<void> end_script(LocalScript& script, std::chrono::milliseconds grace, Clock& clock);

}  // namespace scalegen
