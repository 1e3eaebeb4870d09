#pragma once
#include <nlohmann/json_fwd.hpp>

namespace scalegen {

/// Keeps the order of fields, so that files stay readable. Headers that only
/// name the type include this: the whole of it costs each source a second.
using Json = nlohmann::ordered_json;

}  // namespace scalegen
