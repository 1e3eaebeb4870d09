#pragma once
#include "core/plan.hpp"

namespace scalegen {

/// What a rung says to formulas, to `where:` and to placeholders: rung, nodes, ranks, ranks_per_node, gpus,
/// gpus_per_node.
Settings rung_facts(const Rung& rung);

}  // namespace scalegen
