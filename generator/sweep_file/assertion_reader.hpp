#pragma once
#include <vector>

#include "core/assertion.hpp"
#include "core/map_reader.hpp"
#include "core/source_location.hpp"

namespace scalegen {

/// Reads `assert:`, what reports are to hold. Each assertion once; its rung has to be one of the sweep's,
/// which plan_sweep checks.
std::vector<Located<Assertion>> read_assertions(MapReader& reader);

}  // namespace scalegen
