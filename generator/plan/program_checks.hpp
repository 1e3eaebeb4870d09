#pragma once
#include <vector>

#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen {

/// Reports what cannot be meant of a program of one's own: launch arguments that are generated, torchrun that
/// is not told how many processes to start, placeholders without a value. Warns of misspelt ones. `values`
/// are those of any one run.
void check_program(const OwnProgram& program, const Settings& values, Diagnostics& errors,
                   Diagnostics& warnings);

/// Warns of weak scaling that is measured by a time, the wall time among them, where nobody says how many
/// samples a run takes: the report will have no speedup.
void warn_of_unknown_work(const SweepFile& sweep, const Settings& values, Diagnostics& warnings);

/// Reports a command that is the same on all rungs: nothing would scale. Warns of one that starts nothing on
/// nodes after the first.
void check_commands(const OwnProgram& program, const std::vector<Combination>& combinations,
                    Diagnostics& errors, Diagnostics& warnings);

}  // namespace scalegen
