#pragma once
#include <string>
#include <vector>

namespace scalegen {

/// The resources of this machine for the ranks of a local run.
struct Machine {
  /// One hardware thread of each physical core, within affinity mask and cgroup limit. On a machine with one
  /// physical core: all of its hardware threads.
  std::vector<int> cores{};
  int gpus = 0;
  bool operator==(const Machine&) const = default;
};

/// One hardware thread as the kernel lists it in /sys.
struct HardwareThread {
  int cpu = 0;
  std::string siblings{};  // the threads of its core, the same text for each: "0,64"
  bool operator==(const HardwareThread&) const = default;
};

/// Chooses cores for ranks among the hardware threads that this process may use, at most `most` of them (the
/// limit of the cgroup; 0: no limit).
Machine choose_cores(const std::vector<HardwareThread>& allowed, int most);

/// Reads the cores from the kernel. `gpus` stays 0: only scalegen-train knows which GPUs it can use.
Machine detect_machine();

}  // namespace scalegen
