#include "app/slow_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "analysis/report/sections.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {
namespace {

void add(std::vector<std::string>& names, const std::vector<std::string>& more) {
  for (const auto& name : more)
    if (std::ranges::find(names, name) == names.end()) names.push_back(name);
}

}  // namespace

Result<SlowNodes> slow_nodes_of(const RunDirectory& directory, const Plan& plan) {
  if (!submits_jobs(plan.head))
    return failure("--exclude-slow is for jobs that Slurm gives nodes to: here there is no other node",
                   "leave it out");
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  TRY_ASSIGN(const auto report, report_of_runs(plan, records, directory));
  SlowNodes slow;
  std::vector<std::string> doubtful;
  for (const auto& straggler : report.stragglers) {
    const auto nodes = losses::slow_nodes({straggler});
    (nodes.empty() ? doubtful : slow.reasons).push_back(report::straggler_text(straggler));
    add(slow.names, nodes);
  }
  for (const auto& node : report.slow_nodes) {
    const bool is_one = node.hosts.size() == 1;
    (is_one ? slow.reasons : doubtful).push_back(report::slow_node_text(node));
    if (is_one) add(slow.names, node.hosts);
  }
  if (!slow.names.empty()) return slow;
  return failure(fmt::format("no node of '{}' is shown to be slow", directory.root.string()),
                 "leave out --exclude-slow; it needs event lines `ranks` of enough runs (docs/metrics.md), "
                 "or rungs that ran on other nodes from round to round (docs/statistics.md)",
                 std::move(doubtful));
}

}  // namespace scalegen
