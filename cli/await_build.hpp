#pragma once
#include <string>

#include "cli/verbs.hpp"
#include "core/diagnostics.hpp"
#include "generator/script/build_script.hpp"

namespace scalegen {

/// Hands the script of a build to Slurm, says how it goes until it has ended, and shows the end of its output
/// where it failed. A person may leave: the job goes on.
Result<ExitCode> submit_and_await(const BuildFolder& folder, const std::string& cluster);

}  // namespace scalegen
