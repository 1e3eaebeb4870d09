#pragma once
#include "core/plan.hpp"
#include "generator/plan/findings.hpp"

namespace scalegen::plan {

/// Warns of a ladder in which some rungs have their nodes to themselves and others share theirs with jobs of
/// other people.
void warn_of_shared_nodes(const Plan& plan, Findings& findings);

}  // namespace scalegen::plan
