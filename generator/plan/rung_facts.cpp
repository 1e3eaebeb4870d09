#include "generator/plan/rung_facts.hpp"

namespace scalegen {

Settings rung_facts(const Rung& rung) {
  const bool on_gpus = rung.device == DeviceKind::gpu;
  return {{"rung", rung.name},
          {"nodes", std::int64_t{rung.nodes}},
          {"ranks", std::int64_t{world_size(rung)}},
          {"ranks_per_node", std::int64_t{rung.ranks_per_node}},
          {"gpus", std::int64_t{on_gpus ? world_size(rung) : 0}},
          {"gpus_per_node", std::int64_t{on_gpus ? rung.ranks_per_node : 0}}};
}

}  // namespace scalegen
