#pragma once
#include <string>
#include <vector>

#include "cli/verbs.hpp"
#include "core/diagnostics.hpp"
#include "generator/script/build_script.hpp"

namespace scalegen {

/// Submits the script of a build for the site `cluster` to one of Slurm's `clusters`, prints what it does
/// until it has ended, and the end of its output if it failed. A person may leave: the job goes on.
Result<ExitCode> submit_and_await(const BuildFolder& folder, const std::string& cluster,
                                  const std::vector<std::string>& clusters);

}  // namespace scalegen
