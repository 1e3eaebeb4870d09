#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/setting.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameters.hpp"
#include "generator/plan/rungs.hpp"

namespace scalegen::plan {

// The parameter grid is the cartesian product of the rungs and the axes of a sweep. How `global_batch: 512`
// gets from the sweep file into a run:
//
//   1. resolve_parameters() (parameters.hpp) makes of each key under `parameters:` and `sweep:` a
//      ResolvedParameter: its values and their locations, one if it is fixed, several if it is an axis.
//   2. topological_order() (derived_parameters.hpp) sorts the formulas among them.
//   3. expand_grid(), here, goes through the cartesian product. At each point evaluate_derived() gives all
//      values as Settings, among them per_rank_batch; the constraints of `where:` filter; what is left
//      becomes a Combination. All of them are then checked: do the batches divide by the ranks?
//   4. set_train_commands() (commands.hpp) writes `--global-batch 512` into the combination's command.
//   5. add_runs() (rounds.hpp) makes of each combination one Run a round.

/// One point of the grid: a rung with one value for each parameter. A round runs it once.
struct Combination {
  const ResolvedRung* rung = nullptr;
  Settings settings{};                          // every parameter, the derived ones among them
  std::string id{};                             // 2cpu-cpus_per_task=4: unique, and safe as a file's name
  GridPoint point{};                            // which values it takes
  std::optional<Scaling> ladder{};              // the one that it is a point of; none: each of the sweep's
  std::vector<std::string> torchrun_options{};  // of the site, on this rung
  std::vector<std::string> command{};           // argv
  RunEnvironment own{};                         // of its runs
};

struct ParameterGrid {
  ResolvedParameters parameters{};
  std::vector<Combination> combinations{};
};

/// Every rung with every combination of values for which `where:` holds, the last parameter varying fastest.
/// With strong and weak scaling those of both ladders: what is the same in both stands there once. The batch
/// of the sweep file is that of the baseline; each ladder keeps its own share of it.
/// Reports formulas that give no value or one of the wrong type, values that come out the same, batches that
/// do not fit the ranks or the kind of scaling, and more than `most_runs`. Notes how many combinations
/// `where:` leaves out. Is empty if a mistake leaves no values.
ParameterGrid expand_grid(const SweepFile& sweep, const Workload& workload,
                          const std::vector<ResolvedRung>& rungs, std::size_t most_runs, Findings& findings);

/// The rung of its runs: with the ranks that its threads leave.
Rung rung_of(const Combination& combination);

std::int64_t cpus_per_task(const Combination& combination);

/// The location of the parameter's value in the sweep file; empty for a default and a derived value.
SourceLocation location_of(std::string_view parameter, const Combination& combination,
                           const ResolvedParameters& parameters);

/// The names of settings that all combinations share, without those of `axes`.
std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes);

/// The rungs that are a point of every ladder, in their order; all in use if there is none.
std::vector<ResolvedRung> rungs_of_all_ladders(const std::vector<Combination>& combinations,
                                               const std::vector<ResolvedRung>& rungs);

/// The rungs that some of the combinations have, in their order; all if there is no combination.
std::vector<ResolvedRung> rungs_in_use(const std::vector<Combination>& combinations,
                                       const std::vector<ResolvedRung>& rungs);

}  // namespace scalegen::plan
