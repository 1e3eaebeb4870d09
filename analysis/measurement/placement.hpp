#pragma once
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "analysis/readers/node_log.hpp"
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

/// What Slurm gave a job, and bills, where that is not what the plan bills.
struct OtherBill {
  Rate rate{};            // without the site's units: their formula is not known here
  std::string given{};    // "5 cores"
  std::string planned{};  // "1 core"
  std::string reason{};   // as far as it is known; empty: the plan says the most, and this is less
  bool operator==(const OtherBill&) const = default;
};

/// Compares the variables of Slurm in the text of an environment.json with the request of a run that has its
/// job to itself. Nullopt if they are alike or unknown, or if the plan bills whole nodes. `node`: the first
/// one.
std::optional<OtherBill> other_bill(const Run& run, std::string_view environment,
                                    const std::optional<NodeLog>& node);

}  // namespace scalegen
