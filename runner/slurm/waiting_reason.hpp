#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// What a job waits for, for people, and what they can do; `job` is its number. Empty for what only takes its
/// time (Priority, Resources), and for a reason that this version does not know.
std::string advice_for(std::string_view reason, const std::string& job);

}  // namespace scalegen
