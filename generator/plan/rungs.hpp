#pragma once
#include <optional>
#include <string>
#include <vector>

#include "core/machine.hpp"
#include "core/plan.hpp"
#include "generator/profile/profile.hpp"

namespace scalegen {

/// What a rung says to formulas, to `where:` and to placeholders: rung, nodes, ranks, ranks_per_node, gpus,
/// gpus_per_node.
Settings rung_facts(const Rung& rung);

/// A rung on its machine.
struct Step {
  Rung rung{};
  SourceLocation location{};
  const Partition* partition = nullptr;  // null on this machine
  int cpus_per_task = 1;                 // unless the sweep file says otherwise
};

/// The rungs of a sweep: those of the file, else the profile's ladder, else 1, 2, 4 ... ranks of this
/// machine. Reports rungs that are the same, and those that no partition of the cluster can give. `partition`
/// is the one that was asked for, or empty.
std::vector<Step> make_ladder(const SweepFile& sweep, const Profile& profile, const Machine& machine,
                              const Located<std::string>& partition, std::chrono::seconds time_limit,
                              Diagnostics& errors);

}  // namespace scalegen
