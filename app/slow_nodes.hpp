#pragma once
#include <string>
#include <vector>

#include "core/diagnostics.hpp"
#include "core/plan.hpp"
#include "core/run_directory.hpp"

namespace scalegen {

/// Nodes to leave out of what is still to be submitted, and why.
struct SlowNodes {
  std::vector<std::string> names{};
  std::vector<std::string> reasons{};  // a sentence for each
  bool operator==(const SlowNodes&) const = default;
};

/// The nodes that the report of a run directory names as slow. An error if it names none, or if the runs are
/// not for Slurm, which alone can leave nodes out.
Result<SlowNodes> slow_nodes_of(const RunDirectory& directory, const Plan& plan);

}  // namespace scalegen
