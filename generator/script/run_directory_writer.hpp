#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "core/script_sum.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// Writes sweep.yaml, plan.jsonl, each job's script and their checksums into a new run directory. It appears
/// whole or not at all: it is made beside its place and renamed. What stands at `folder` is never touched;
/// that is an error. The scripts run under plan.head.launch.root.
Result<void> write_run_directory(const std::filesystem::path& folder, const std::string& sweep_text,
                                 const Plan& plan, const std::vector<OwnTemplate>& own_templates);

/// Writes a script to be read for each combination of a plan into a new folder, which is no run directory:
/// whole or not at all. Returns their names.
Result<std::vector<std::string>> write_plain_scripts(const std::filesystem::path& folder, const Plan& plan,
                                                     const std::vector<OwnTemplate>& own_templates);

/// Turns a run directory of `there` into one of `extended`: the same plan with another head, and perhaps
/// further jobs at its end, or other limits of runs. If there are any, returns an error if the directory was
/// moved, or a script of round 1 is not what its plan comes to: runs by other scripts do not compare.
///
/// The caller holds the directory's lock. May be killed anywhere: it is one of `there` until the new plan is
/// in its place, whole, and then one of `extended`; scripts and their checksums come before it and sweep.yaml
/// after. The same call again leads to the same end.
Result<void> extend_run_directory(const RunDirectory& directory, const std::string& sweep_text,
                                  const Plan& there, const Plan& extended,
                                  const std::vector<OwnTemplate>& own_templates);

}  // namespace scalegen
