#pragma once
#include <set>
#include <string>
#include <vector>

#include "analysis/readers/placement_log.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Where a run was, as its tasks saw it themselves. Without tasks it is not recorded, as in directories of
/// older versions.
struct Placement {
  std::vector<TaskPlacement> tasks{};  // by rank
  std::vector<NodeGpu> gpus{};         // of its nodes, as the monitor lists them
  std::set<std::string> nccl_transports{};
  std::vector<std::string> differences{};  // from what was asked, in words for people; empty: as asked
  bool operator==(const Placement&) const = default;
};

inline bool is_recorded(const Placement& placement) { return !placement.tasks.empty(); }

/// The nodes on which it had tasks.
std::set<std::string> nodes_of(const Placement& placement);

/// Reads what an attempt left and compares it with what its run asked for.
Placement read_placement(const Run& run, Start start, const AttemptListing& files);

/// What differs between the placement that a run asked for and the one that it found: another number of nodes
/// or of ranks on one, fewer cores than asked, alone or together, fewer GPUs than ranks. None where nothing
/// was recorded. More than was asked is no difference: a site rounds up, or gives whole nodes.
std::vector<std::string> placement_differences(const Run& run, Start start, const Placement& found);

}  // namespace scalegen
