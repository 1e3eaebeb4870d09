#pragma once
#include <string>
#include <vector>

#include "core/launch.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/parameter_grid.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// The words that put a command into the container, as a person types them. What only a run has is "...".
std::string container_words(const ContainerImage& container);

/// Sets where programs run and what precedes them: what `workdir:`, `setup:` and `env:` say, from the sweep
/// file's folder on. What has placeholders is set in each combination, all else in the launch. Without
/// `workdir:` a program of one's own runs in the sweep file's folder. Reports mistakes, each
/// once. Warns of a setup that a container sees little of.
void set_run_environment(const SweepFile& sweep, const std::string& sweep_folder, Launch& launch,
                         std::vector<Combination>& combinations, Findings& findings);

}  // namespace scalegen::plan
