#pragma once
#include <string>

#include "analysis/speedup.hpp"

namespace scalegen {

// Whether the measured runs of a rung were placed as they asked. Runs that did not record it are never wrong.

/// Whether one was not: what the rung's figures are marked for.
bool is_misplaced(const ScalingPoint& point);

/// "as asked", "not recorded", or what differs and in which rounds; empty where nothing is measured.
std::string placement_text(const ScalingPoint& point);

}  // namespace scalegen
