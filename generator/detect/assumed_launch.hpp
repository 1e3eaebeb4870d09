#pragma once
#include <string>
#include <vector>

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

}  // namespace scalegen
