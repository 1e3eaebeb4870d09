#pragma once
#include <optional>
#include <string>
#include <vector>

#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// A variable of Slurm's that a program reads.
struct SlurmVariable {
  std::string name{};                // SLURM_PROCID
  std::optional<CitedLine> cited{};  // where
  bool is_needed = false;            // the program takes nothing in its place
};

/// Those that a script reads, each once; its comments read none.
std::vector<SlurmVariable> slurm_variables_in(const std::string& script, const std::string& name);

/// True if a script takes its rank from Slurm, and from nothing else.
bool takes_rank_from_slurm(const std::string& script);

/// Lets scripts of this machine set the variables of Slurm that `python:` or `torchrun:` reads, as far as
/// they have a right value. Warns of others without which it cannot do. To Slurm torchrun is one task for all
/// ranks of a node: on a cluster what Slurm says of a task is then no rank's.
void set_slurm_variables(const SweepFile& sweep, std::vector<SlurmVariable> of_script,
                         const std::vector<Combination>& combinations, PlanHead& head, Findings& findings);

}  // namespace scalegen::plan
