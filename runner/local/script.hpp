#pragma once
#include <filesystem>
#include <optional>
#include <string>

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

}  // namespace scalegen
