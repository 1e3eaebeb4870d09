#include "app/slow_nodes.hpp"

#include <fmt/format.h>

#include "analysis/analyse.hpp"
#include "analysis/document/texts.hpp"
#include "analysis/report/sections.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

Result<SlowNodes> slow_nodes_of(const RunDirectory& directory, const Plan& plan) {
  if (!submits_jobs(plan.head))
    return failure("--exclude-slow is for jobs that Slurm gives nodes to: here there is no other node",
                   "leave it out");
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  TRY_ASSIGN(const auto report, report_of_runs(plan, records, directory));
  SlowNodes slow;
  std::vector<std::string> doubtful;
  for (const auto& node : report.slow_nodes) {
    (is_certain(node) ? slow.reasons : doubtful).push_back(report::slow_node_text(node));
    if (is_certain(node)) add_once(slow.names, node.hosts.front());
  }
  if (!slow.names.empty()) return slow;
  return failure(fmt::format("no node of '{}' is shown to be slow", directory.root.string()),
                 "leave out --exclude-slow; it needs event lines `ranks` of enough runs (docs/metrics.md), "
                 "or rungs that ran on other nodes from round to round (docs/statistics.md)",
                 std::move(doubtful));
}

}  // namespace scalegen
