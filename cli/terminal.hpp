#pragma once
#include <string>
#include <string_view>

#include "core/diagnostics.hpp"

namespace scalegen {

/// To standard output: what was asked for.
void put(std::string_view text);

/// To standard error: what a person may want to know besides. Where it cannot be written, nobody is there to
/// read it.
void tell(std::string_view text);

/// An error where standard output did not take all that was put, as on a full disk.
Result<void> finish_output();

/// From now on INT, TERM and HUP are remembered instead of ending the process.
void catch_stop_signals();

/// The first of them that came, or 0.
int stop_signal();

}  // namespace scalegen
