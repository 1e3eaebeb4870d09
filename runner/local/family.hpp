#pragma once
#include <sys/types.h>

#include <vector>

#include "runner/local/script.hpp"

namespace scalegen {

/// The living processes that a script started, directly or not, and the script itself: those that carry its
/// submission's name, and those of its session. A process of another submission or person is never among
/// them.
std::vector<pid_t> family_of(const LocalScript& script);

}  // namespace scalegen
