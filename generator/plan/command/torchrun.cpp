#include "generator/plan/command/torchrun.hpp"

#include <fmt/format.h>

namespace scalegen {

// Static rendezvous, and not c10d: there a node finds out by its own name whether it is the one that all
// others were told, and tells ranks that name as MASTER_ADDR; sites where nodes go by several names hang
// (torchrun_jsc was written for this). Here the first node is the master because Slurm numbers it 0, and rank
// 0 is there on each attempt. The node's number is known only inside of srun, hence a line of bash. Options
// with '_' are understood by every torchrun, those with '-' only since PyTorch 2.0.
std::string torchrun_line(const Rung& rung, const std::string& port) {
  return fmt::format(
      "torchrun --nnodes={} --nproc_per_node={} --node_rank={} --master_addr=\"$MASTER_ADDR\" "
      "--master_port={}",
      rung.nodes, rung.ranks_per_node, rung.nodes == 1 ? "0" : "\"$SLURM_NODEID\"", port);
}

}  // namespace scalegen
