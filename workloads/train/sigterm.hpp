#pragma once

#include <functional>
#include <stdexcept>

namespace scalegen::train {

/// SIGTERM has ended the run: exit code 143, as a shell has it.
struct AskedToEnd : std::runtime_error {
  using std::runtime_error::runtime_error;
};

/// From now on SIGTERM, as of scancel and of time limits, calls `leave` in a thread of its own. A second one
/// ends the process at once.
void watch_sigterm(std::function<void()> leave);

/// Leaves it to who asks sigterm_came(), until this is called with false.
void hold_sigterm(bool holds);
bool sigterm_came();

}  // namespace scalegen::train
