#pragma once
#include <set>
#include <string>
#include <vector>

#include "analysis/readers/placement_log.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// The place of a run, as its tasks recorded it. Without tasks it was not recorded, as in directories of
/// older versions.
struct Placement {
  std::vector<TaskPlacement> tasks{};  // by rank
  std::string cpu{};                   // the model of its first node's; empty: unknown
  std::vector<NodeGpu> gpus{};         // of its nodes, as the monitor lists them
  std::set<std::string> nccl_transports{};
  int unseen_nodes = 0;  // asked for beyond that of a command that is started once, the only one to record
  std::vector<std::string> differences{};  // from the request, as text; empty: none was seen
  std::string unbound{};  // the ranks that may be on each other's cores; empty: none was seen
  bool operator==(const Placement&) const = default;
};

inline bool is_recorded(const Placement& placement) { return !placement.tasks.empty(); }

/// True if all of the run was seen, and is as requested.
inline bool is_as_asked(const Placement& placement) {
  return is_recorded(placement) && placement.unseen_nodes == 0 && placement.differences.empty();
}

/// The nodes on which the run had tasks.
std::set<std::string> nodes_of(const Placement& placement);

/// The leaf switches above these nodes. Empty if Slurm did not name that of each.
std::set<std::string> switches_of(const Placement& placement);

/// Reads the files of an attempt and compares them with what its run requested.
Placement read_placement(const Run& run, Start start, const AttemptListing& files);

/// The differences from the request: another number of nodes or of ranks on one, fewer cores than requested,
/// alone or together, or more, fewer GPUs than ranks. A site that binds no task to cores gives none: all may
/// use what the node has. A command that is started once has all that its job has, which is more on whole
/// nodes. Missing records never count as a difference.
std::vector<std::string> placement_differences(const Run& run, Start start, const Placement& found);

/// The ranks of the first node where some may use cores of others, and more than they asked for: "4 ranks on
/// n1 may use cores of other ranks: up to 288, and asked for 72". The kernel may move them away from their
/// memory and their GPU. Empty if there are none. What torchrun starts is not recorded.
std::string unbound_ranks(const Run& run, Start start, const Placement& found);

}  // namespace scalegen
