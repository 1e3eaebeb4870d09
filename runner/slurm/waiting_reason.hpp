#pragma once
#include <string>
#include <string_view>

namespace scalegen {

/// What the job with this id waits for, for people, and what they can do. Empty for what only takes its
/// time (Priority, Resources), and for a reason that this version does not know.
std::string advice_for(std::string_view reason, const std::string& id);

}  // namespace scalegen
