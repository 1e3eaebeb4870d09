#include "generator/plan/shared_nodes.hpp"

#include <fmt/format.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/text.hpp"

namespace scalegen::plan {

namespace {

/// The rungs, the smallest first, and whether all runs of each have their nodes to themselves.
using Rungs = std::map<std::pair<int, std::string>, bool>;

Rungs rungs_of(const Plan& plan) {
  Rungs rungs;
  for (const auto& run : plan.runs) {
    auto& is_alone = rungs.try_emplace({size_of(run.rung), run.rung.name}, true).first->second;
    is_alone = is_alone && !may_share_with_others(plan, run);
  }
  return rungs;
}

}  // namespace

// What slows all rungs alike is in the intervals; what slows the smaller ones alone looks like scaling.
void warn_of_shared_nodes(const Plan& plan, Findings& findings) {
  std::vector<std::string> alone;
  std::vector<std::string> shared;
  for (const auto& [rung, is_alone] : rungs_of(plan)) (is_alone ? alone : shared).push_back(rung.second);
  if (alone.empty() || shared.empty()) return;
  findings.add_warning(
      {.message =
           fmt::format("other jobs may share the nodes of {}, but not those of {}: what they slow down "
                       "looks like scaling",
                       join_truncated(shared), join_truncated(alone)),
       .hint = "for whole nodes, at their price, add 'sbatch: [--exclusive]' to the sweep file"});
}

}  // namespace scalegen::plan
