#pragma once
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/plan/resources.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// Checks a text that scripts will hold: reports placeholders without a value in this sweep, check_unknown(),
/// and lines that sbatch would read. `values` are those of any one run.
void check_text_of_script(const Located<std::string>& text, bool is_bash, const Settings& values,
                          Findings& findings);

/// Reports mistakes in a program of one's own: launch arguments that `torchrun:` and `python:` write
/// themselves, a torchrun without a number of processes, and check_text_of_script() of its words.
void check_program(const OwnProgram& program, const Settings& values, Findings& findings);

/// Warns if the report will have no speedup: scaling that is not strong is measured by a time, which may be
/// the wall time, or by steps, and the number of samples of a run, or of a step, is unknown. Reports weak
/// scaling that is measured by simulated time, which does not grow with the work.
void check_work(const SweepFile& sweep, const Settings& values, Findings& findings);

/// Reports a command that is the same on all rungs, with the same setup and variables: nothing would scale.
/// A warning where rungs differ in the GPUs that Slurm shows to one process. Warns of one that starts nothing
/// on nodes after the first.
void check_commands(const SweepFile& sweep, const std::vector<Combination>& combinations,
                    SchedulerKind scheduler, Findings& findings);

/// Reports axes whose values all start and ask for the same: their rows would be of one program.
void check_axes(const SweepFile& sweep, const std::vector<Combination>& combinations, Start start,
                const RunDefaults& defaults, Findings& findings);

/// True if the sweep file gives a batch that its program does not get, nor what follows from it. Notes it.
bool note_stated_batch(const SweepFile& sweep, const ResolvedParameters& parameters, Findings& findings);

}  // namespace scalegen::plan
