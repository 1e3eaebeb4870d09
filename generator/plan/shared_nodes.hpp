#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"
#include "generator/sweep_file/sweep_file.hpp"

namespace scalegen::plan {

/// Warns of a ladder in which some rungs have their nodes to themselves and others share theirs with jobs of
/// other people.
void warn_of_shared_nodes(const Plan& plan, const Profile& profile, Findings& findings);

/// Warns of whole nodes where the profile makes up what a node has: of rungs that are one, and of their
/// price.
void warn_of_unknown_nodes(const std::vector<ResolvedRung>& rungs, const Profile& profile,
                           const std::vector<std::string>& options, Findings& findings);

/// True if the sweep asks for whole nodes and its profile does not.
bool adds_exclusive(const SweepFile& sweep, const Profile& profile);

/// Reports --exclusive in a sweep file for a site that forbids it.
void check_exclusive(const SweepFile& sweep, const Profile& profile, Findings& findings);

}  // namespace scalegen::plan
