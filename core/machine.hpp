#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// What this machine gives to the ranks of a local run.
struct Machine {
  std::vector<int> cores{};  // one hardware thread a physical core, within affinity mask and cgroup limit
  bool hardware_threads = false;  // there is one physical core: the ranks get its hardware threads instead
  int gpus = 0;
  bool operator==(const Machine&) const = default;
};

/// One hardware thread as the kernel lists it in /sys.
struct HardwareThread {
  int cpu = 0;
  std::string siblings{};  // the list of those that share its core, equal for all of them: "0,64"
  bool operator==(const HardwareThread&) const = default;
};

/// Chooses the cores for ranks among the threads that this process may use; `most` is the cgroup's limit, 0
/// for none.
Machine choose_cores(const std::vector<HardwareThread>& allowed, int most);

/// Asks the kernel. GPUs stay 0: only scalegen-train knows which of them it can use.
Machine detect_machine();

}  // namespace scalegen
