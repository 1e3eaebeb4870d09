#include "app/slow_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "analysis/analyse.hpp"
#include "analysis/report/loss_section.hpp"
#include "core/clock.hpp"
#include "core/try.hpp"
#include "runner/outcome_of_attempt.hpp"

namespace scalegen {

Result<SlowNodes> slow_nodes_of(const RunDirectory& directory, const Plan& plan) {
  if (plan.head.scheduler != "slurm")
    return failure("--exclude-slow is for Slurm: on this machine there is no other node", "leave it out");
  TRY_ASSIGN(const auto records, outcomes(plan, directory, {.now = SystemClock().now()}));
  TRY_ASSIGN(const auto report, report_of_runs(plan, records, directory));
  SlowNodes slow;
  for (const auto& straggler : report.stragglers)
    for (const auto& node : losses::slow_nodes({straggler})) {
      slow.reasons.push_back(report::straggler_text(straggler));
      if (std::find(slow.names.begin(), slow.names.end(), node) == slow.names.end())
        slow.names.push_back(node);
    }
  if (!slow.names.empty()) return slow;
  return failure(fmt::format("no node of '{}' is shown to be slow", directory.root.string()),
                 "leave out --exclude-slow; it needs event lines `ranks` of enough runs (docs/metrics.md)",
                 report.stragglers.empty()
                     ? std::vector<std::string>()
                     : std::vector<std::string>{report::straggler_text(report.stragglers.front())});
}

}  // namespace scalegen
