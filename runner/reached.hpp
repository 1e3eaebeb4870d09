#pragma once
#include <optional>

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// How far an attempt of a run got, and what time all of it would take: more than its limit, or nothing is
/// said of it. Nothing at all where the attempt has no step lines that can be read.
std::optional<Reached> how_far(const Run& run, const AttemptFolder& attempt);

}  // namespace scalegen
