#pragma once
#include <vector>

namespace scalegen {

/// What this machine lends to local runs.
struct Machine {
  std::vector<int> cores{};  // one hardware thread a physical core, within affinity mask and cgroup limit
  bool hardware_threads = false;  // true where the ranks share one physical core
  int gpus = 0;
  bool operator==(const Machine&) const = default;
};

}  // namespace scalegen
