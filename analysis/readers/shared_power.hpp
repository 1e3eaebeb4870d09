#pragma once
#include <cstddef>
#include <string>
#include <vector>

#include "analysis/readers/gpu_log.hpp"

namespace scalegen {

/// A GPU of AMD in one sample of its node.
struct AmdReading {
  std::size_t gpu = 0;
  std::string model{};  // 0x7408; empty if it is not known
  GpuSample sample{};
  bool operator==(const AmdReading&) const = default;
};

/// Makes the power that AMD's tools show that of each GPU. On MI250 and MI250X two GPUs are dies of one
/// package; the first shows the power of both, the second none or 0 W (Linux 076f55a45e9e, "Only primary die
/// supports power data"; rocm_smi.py: "Primary die shows total (primary + secondary) socket power"). Where
/// each first die is followed by its second one, each has half of it. Otherwise the power of such a GPU is
/// unknown: what the die beside it takes is not seen, and is another job's, maybe. The same holds for a GPU
/// of an unknown model that is alone.
void settle_power(std::vector<AmdReading>& node);

}  // namespace scalegen
