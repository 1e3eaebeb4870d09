#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "generator/detect/detected_cluster.hpp"

namespace scalegen {

/// What Slurm does not say, and a person would try first.
struct AssumedLaunch {
  std::vector<std::string> ladder{};  // empty where no partition is open to all
  int cpus_per_cpu_rank = 1;
  int cpus_per_gpu_rank = 1;
  std::string monitor{};  // the word for `command:`
};

/// On the GPUs of the first partition that has some, else on cores: powers of two up to a node, then two
/// nodes. Each GPU's rank gets its share of the cores of its node, on whichever kind of nodes that is least.
AssumedLaunch assume_launch(const DetectedCluster& cluster);

/// A first profile of a cluster, for a person to go through: what Slurm says, what was assumed, and what it
/// cannot say. `date` is of today. An error where no partition takes jobs.
Result<std::string> write_profile(const DetectedCluster& cluster, const std::string& date);

}  // namespace scalegen
