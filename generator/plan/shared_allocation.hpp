#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/plan/rungs.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen::plan {

/// The limits on the length of one job.
struct JobLimits {
  const Profile* profile = nullptr;
  std::string qos{};  // the requested one, or empty
  std::vector<ResolvedRung> rungs{};
  SourceLocation time_limit{};  // where the sweep file sets the runs' limit
};

/// Replaces the jobs of a plan: puts the runs of each partition into as few jobs as its time limit allows, in
/// whole rounds. The runs follow each other on the first nodes of the largest, so that all rungs have the
/// same nodes. Reports a partition without a rung that is as large as all others, and rounds that are too
/// long for one job.
void share_allocations(Plan& plan, const JobLimits& limits, Findings& findings);

}  // namespace scalegen::plan
