#pragma once
#include "generator/profile/groups.hpp"

namespace scalegen {

/// The key `memory:` of a partition: `site`, `refused`, or one of {per_node: 440G}, {per_core: 2900M},
/// {per_gpu: 110G}.
MemoryRule read_memory_rule(Group& group, MapReader& partition);

}  // namespace scalegen
