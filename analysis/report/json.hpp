#pragma once
#include "analysis/measurement/placement.hpp"
#include "core/json_fwd.hpp"

namespace scalegen {

/// All that is known of where a run was; an empty object where that is nothing. Whether it was as asked is
/// said only where its tasks recorded it.
Json placement_json(const Placement& placement);

}  // namespace scalegen
