#pragma once
#include <optional>
#include <string>
#include <string_view>

namespace scalegen {

/// What torch's watchdog said of a collective that took too long, in words; nothing where it said nothing.
/// Its own last line is a trace of its stack.
std::optional<std::string> nccl_timeout_in(std::string_view text);

}  // namespace scalegen
