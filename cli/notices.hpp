#pragma once
#include "cli/load_sweep.hpp"

namespace scalegen {

/// Says on standard error what was taken without being named: a bundled example, a person's own profile; and
/// warnings.
void notice(const SweepSpec& spec, const PlannedSweep& planned);

}  // namespace scalegen
