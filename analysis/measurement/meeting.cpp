#include "analysis/measurement/meeting.hpp"

#include <algorithm>
#include <iterator>

namespace scalegen {
namespace {

// A rank has a connection to the store at that port (before PyTorch 2 two), a lone rank 0, too, and torchrun,
// which keeps the store. Beside one rank nobody can tell them apart.
int connections_without_ranks(const Run& run, Start start) {
  const bool is_alone = run.rung.ranks_per_node == 1;
  return start == Start::each_node ? (is_alone ? 1 : 2) : (is_alone ? 0 : 1);
}

int connections_at_end(const NodeLog& log) {
  std::vector<std::string> added;
  std::ranges::set_difference(log.end.connections, log.begin.connections, std::back_inserter(added));
  return static_cast<int>(added.size());
}

}  // namespace

int last_look_of(std::string_view made_by) {
  const bool is_older = made_by.starts_with("scalegen 0.1.") || made_by.starts_with("scalegen 0.2.");
  return is_older ? 2 : 3;
}

Meeting meeting_of(const Run& run, Start start, const std::optional<NodeLog>& log,
                   const std::vector<MeetingLook>& looks, int last_look) {
  if (start == Start::once || !log || !log->end.lists_connections) return {};
  const int without_ranks = connections_without_ranks(run, start);
  const auto seen =
      std::ranges::find_if(looks, [&](const auto& look) { return look.connections > without_ranks; });
  if (seen != looks.end()) return {.happened = true, .not_before = seen->before};
  const int at_end = connections_at_end(*log);
  if (at_end > without_ranks) return {.happened = true};
  const bool saw_torchrun = start == Start::each_rank || at_end > 0 || !looks.empty();
  const bool looked_to_the_end = looks.empty() || looks.back().connections < last_look;
  if (world_size(run.rung) == 1 || !saw_torchrun || !looked_to_the_end) return {};
  return {.happened = false};
}

}  // namespace scalegen
