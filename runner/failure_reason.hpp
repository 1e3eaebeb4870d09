#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// Describes the collective that torch's watchdog gave up on. Returns nullopt if the text has no such line.
/// Its own last line is part of a stack trace.
std::optional<std::string> nccl_timeout_in(std::string_view text);

/// Why a program failed, in its own words: its last `error` event, else the last line that it printed on
/// stderr. Empty if there is neither, or they cannot be read.
std::string failure_reason(const AttemptFolder& attempt);

/// The last line of a text that is not blank.
std::string last_line(std::string_view text);

}  // namespace scalegen
