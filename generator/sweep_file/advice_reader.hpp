#pragma once
#include "core/advice.hpp"
#include "core/map_reader.hpp"

namespace scalegen {

/// Reads `advise:`, the rule by which the report says which rung to ask for. It is located at its budget, if
/// it has one.
Located<Advice> read_advice(MapReader& reader);

}  // namespace scalegen
