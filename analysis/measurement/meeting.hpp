#pragma once
#include <optional>
#include <string_view>
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

/// The number of connections after which a script looks no more, by who made the plan ("scalegen 0.1.0:
/// ...").
int last_look_of(std::string_view made_by);

/// A command that is started once may meet anywhere: nothing is known of it. Of a single rank only a meeting
/// that happened is known, and of a script that looked no more at `last_look` connections no later one.
Meeting meeting_of(const Run& run, Start start, const std::optional<NodeLog>& log,
                   const std::vector<MeetingLook>& looks, int last_look);

}  // namespace scalegen
