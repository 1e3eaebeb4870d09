#pragma once
#include "core/json_fwd.hpp"
#include "core/launch.hpp"

namespace scalegen {

/// The object `launch` of a plan's head. Members that have their default value are left out.
Json launch_json(const Launch& launch);

/// And back. Throws std::exception on members of another kind, and without `root`.
Launch launch_of(const Json& json);

}  // namespace scalegen
