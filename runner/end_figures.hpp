#pragma once
#include "core/outcome.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// A run's end with the figures that its plan and its files add, for whoever must ask for more: how far it
/// got in its time, what memory it asked for. What the outcome says already stands.
Outcome with_figures(Outcome outcome, const Run& run, const AttemptFolder& attempt);

}  // namespace scalegen
