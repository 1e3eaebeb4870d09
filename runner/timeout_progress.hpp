#pragma once
#include <optional>

#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// How far an attempt of a run got, and what time all of it would take: more than its limit, or nothing is
/// said of it. Nothing at all where the attempt has no step lines that can be read.
std::optional<StepsReached> how_far(const Run& run, const AttemptFolder& attempt);

/// A run's end with the figures that its plan and its files add, for whoever must ask for more: how far it
/// got in its time, what memory it asked for. What the outcome says already stands.
Outcome with_figures(Outcome outcome, const Run& run, const AttemptFolder& attempt);

}  // namespace scalegen
