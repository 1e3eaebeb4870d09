#pragma once
#include <string>

#include "core/run_directory.hpp"
#include "generator/plan/script_context.hpp"
#include "generator/write/script.hpp"

namespace scalegen {

/// Makes a run directory that holds `there` hold `extended`: the plan with further jobs at its end. An error
/// where a script of round 1 is not what would be written today, but for the line that says who made it: runs
/// by other scripts are no repeats.
///
/// The directory must be ours alone meanwhile. May be killed anywhere: it is one of `there` until the new
/// plan is in its place, whole, and then one of `extended`; scripts and their checksums come before it and
/// sweep.yaml after. The same call again leads to the same end.
Result<void> extend_run_directory(const RunDirectory& directory, const std::string& sweep_text,
                                  const Plan& there, const Plan& extended, const ScriptContext& context,
                                  const ScriptOrigin& origin);

}  // namespace scalegen
