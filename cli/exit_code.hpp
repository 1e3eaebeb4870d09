#pragma once

namespace scalegen {

/// One table for all verbs; 128 + n where signal n ended it.
using ExitCode = int;

inline constexpr ExitCode kDone = 0;       // what is still to come is no failure
inline constexpr ExitCode kRunFailed = 1;  // done, but a run failed
inline constexpr ExitCode kCouldNotGoOn =
    2;  // the input or the surroundings are wrong, and the message says what stands

}  // namespace scalegen
