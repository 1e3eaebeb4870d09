#include "analysis/measurement/meeting.hpp"

#include <algorithm>
#include <iterator>

namespace scalegen {
namespace {

// torchrun itself keeps its store at that port, and has one connection to it; ranks have one each.
int connections_without_ranks(Start start) { return start == Start::each_node ? 1 : 0; }

int connections_at_end(const NodeLog& log) {
  std::vector<std::string> added;
  std::ranges::set_difference(log.end.connections, log.begin.connections, std::back_inserter(added));
  return static_cast<int>(added.size());
}

}  // namespace

Meeting meeting_of(const Run& run, Start start, const std::optional<NodeLog>& log,
                   const std::vector<MeetingLook>& looks) {
  if (start == Start::once || !log || !log->end.lists_connections) return {};
  const int without_ranks = connections_without_ranks(start);
  const auto seen =
      std::ranges::find_if(looks, [&](const auto& look) { return look.connections > without_ranks; });
  if (seen != looks.end()) return {.happened = true, .not_before = seen->before};
  const int at_end = connections_at_end(*log);
  if (at_end > without_ranks) return {.happened = true};
  const bool saw_torchrun = at_end == without_ranks || !looks.empty();
  if (world_size(run.rung) == 1 || !saw_torchrun) return {};
  return {.happened = false};
}

}  // namespace scalegen
