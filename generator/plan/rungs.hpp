#pragma once
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/plan/findings.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen::plan {

/// The names that a rung gives a value in formulas, in `where:` and in placeholders: rung, nodes, ranks,
/// ranks_per_node, gpus, gpus_per_node, and the scaling of its ladder; of ranks with threads also threads,
/// cores and cores_per_node.
Settings rung_variables(const Rung& rung, Scaling scaling);

/// A rung of this sweep on this machine or on a partition of its cluster, where whole nodes have a number of
/// ranks.
struct ResolvedRung : Rung {
  SourceLocation location{};
  const Partition* partition = nullptr;  // null on this machine
  int cpus_per_task = 1;                 // unless the sweep file sets it
  bool has_threads = false;              // of a command, whose `threads` share out what ranks_per_node says
  bool has_whole_nodes = false;          // by its name, with as many ranks as the partition's
  std::string node_kind{};               // if the ladder has several
};

/// The rungs of a sweep: those of the file, else the profile's ladder for what the program asks for, GPUs or
/// cores, else 1, 2, 4 ... ranks of this machine or of the cluster's first kind of such nodes. `partition` is
/// the one that was requested, or empty. Reports repeated rungs, and rungs that no partition of the cluster
/// can give. Notes that a program is taken for one for cores.
std::vector<ResolvedRung> resolve_ladder(const SweepFile& sweep, const Profile& profile,
                                         const Machine& machine, const Located<std::string>& partition,
                                         std::chrono::seconds time_limit, Findings& findings);

/// Notes that rungs of a device are in several partitions, on nodes of one kind. Warns where they are on
/// several kinds, and then names the kind of each rung.
void compare_kinds(std::vector<ResolvedRung>& rungs, Findings& findings);

}  // namespace scalegen::plan
