#pragma once
#include <string>

#include "core/diagnostics.hpp"
#include "generator/detect/detected_cluster.hpp"

namespace scalegen {

/// A first profile of a cluster, for a person to go through: what Slurm says, what was assumed, and what it
/// cannot say. `date` is of today. An error where no partition takes jobs.
Result<std::string> write_profile(const DetectedCluster& cluster, const std::string& date);

}  // namespace scalegen
