#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// What decides how long one job may be.
struct JobLimits {
  const Profile* profile = nullptr;
  std::string qos{};            // that was asked for, or empty
  std::vector<Step> steps{};    // the rungs on their partitions
  SourceLocation time_limit{};  // where the runs' limit is written
};

/// Puts the runs of each partition into as few jobs as may be long enough for them: whole rounds, one run
/// after the other on the first nodes of the largest, so that all rungs see the same nodes. Reports a
/// partition's rungs of which none holds all others, and rounds that are too long for one job.
void share_allocations(Plan& plan, const JobLimits& limits, Diagnostics& errors);

}  // namespace scalegen
