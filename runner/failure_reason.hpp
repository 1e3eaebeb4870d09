#pragma once
#include <optional>
#include <string>
#include <string_view>

#include "core/run_directory.hpp"

namespace scalegen {

/// What torch's watchdog said of a collective that took too long, in words; nothing where it said nothing.
/// Its own last line is a trace of its stack.
std::optional<std::string> nccl_timeout_in(std::string_view text);

/// Why a program failed, in its own words: its last `error` event, else the last line of what it said on
/// stderr. Empty where it said nothing, or where what it said cannot be read.
std::string last_word(const AttemptFolder& attempt);

/// The last line of a text that is not blank.
std::string last_line(std::string_view text);

}  // namespace scalegen
