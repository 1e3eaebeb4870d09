#pragma once
#include <optional>
#include <vector>

#include "analysis/readers/node_log.hpp"
#include "core/plan.hpp"

namespace scalegen {

/// Evidence that the ranks of a run opened a process group: connections to $MASTER_PORT on its first node.
struct Meeting {
  std::optional<bool> happened{};      // empty: nobody can know
  std::optional<double> not_before{};  // Unix seconds: a look at this time did not see it yet
  bool operator==(const Meeting&) const = default;
};

/// A command that is started once may meet anywhere: nothing is known of it. Of a single rank only a meeting
/// that happened is known.
Meeting meeting_of(const Run& run, Start start, const std::optional<NodeLog>& log,
                   const std::vector<MeetingLook>& looks);

}  // namespace scalegen
