#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "generator/detect/detected_cluster.hpp"

namespace scalegen {

/// A first profile of a cluster, for a person to check: facts from Slurm, assumptions, and a list of what is
/// unknown. `date` is today, `folder` where --cluster finds it by name. Returns an error if no partition
/// accepts jobs.
Result<std::string> write_profile(const DetectedCluster& cluster, const std::string& date,
                                  const std::string& folder);

}  // namespace scalegen
