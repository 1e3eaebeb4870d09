#pragma once
#include <filesystem>
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"
#include "generator/script/template_files.hpp"

namespace scalegen {

/// Puts another plan, with its sweep file and its scripts, into a run directory of which no run has
/// completed. All that was there, attempts and journal too, is kept in its folder replaced-<n>, which is
/// returned.
///
/// The caller holds the directory's lock. May be killed anywhere: the new plan is first made whole beside the
/// old one. Until then the directory is of the old plan, and from then on finish_replacement() leads to the
/// new one.
Result<std::filesystem::path> replace_plan(const RunDirectory& directory, const std::string& sweep_text,
                                           const Plan& plan, const std::vector<OwnTemplate>& own_templates);

/// Ends what a killed replace_plan() has begun, if there is any. The caller holds the directory's lock.
Result<void> finish_replacement(const RunDirectory& directory);

}  // namespace scalegen
