#include "generator/plan/shared_nodes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "core/sbatch_option.hpp"
#include "core/text.hpp"
#include "generator/plan/partitions.hpp"

namespace scalegen::plan {

namespace {

constexpr std::string_view kBeginWhole = "begin the ladder with a whole node";

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

/// The partition of whole nodes where some of the runs are; null if there is none.
const Partition* partition_of_whole_nodes(const Plan& plan, const Profile& profile) {
  for (const auto& run : plan.runs)
    for (const auto& p : profile.partitions) {
      const auto& r = run.resources;
      if (p.whole_nodes && (p.named ? p.slurm_name : "") == r.partition && p.constraint == r.constraint &&
          p.qos == r.qos)
        return &p;
    }
  return nullptr;
}

std::string how_to_have_whole_nodes(const Plan& plan, const Profile& profile) {
  if (const auto* const partition = partition_of_whole_nodes(plan, profile))
    return fmt::format("for whole nodes, at their price, write 'partition: {}'", partition->name);
  return profile.exclusive_refused
             ? fmt::format("{}: '{}' forbids '--exclusive' in job scripts", kBeginWhole, profile.name)
             : "for whole nodes, at their price, add 'sbatch: [--exclusive]' to the sweep file";
}

}  // namespace

// A slowdown of all rungs alike is in the intervals; one of the smaller ones alone looks like scaling.
void warn_of_shared_nodes(const Plan& plan, const Profile& profile, Findings& findings) {
  std::vector<std::string> alone;
  std::vector<std::string> shared;
  for (const auto& [rung, is_alone] : rungs_of(plan)) (is_alone ? alone : shared).push_back(rung.second);
  if (alone.empty() || shared.empty()) return;
  findings.add_warning({.message = fmt::format(
                            "other jobs may share the nodes of {}, but not those of {}: what they slow down "
                            "looks like scaling",
                            join_truncated(shared), join_truncated(alone)),
                        .hint = how_to_have_whole_nodes(plan, profile)});
}

void warn_of_unknown_nodes(const std::vector<ResolvedRung>& rungs, const Profile& profile,
                           const std::vector<std::string>& options, Findings& findings) {
  constexpr auto kHint = "'scalegen clusters detect' writes a profile of what Slurm says";
  const auto is_unknown = [](const auto& r) { return r.partition != nullptr && !r.partition->known; };
  for (const auto& rung : rungs)
    if (is_unknown(rung) && rung.has_whole_nodes)
      findings.add_warning(error_at(rung.location,
                                    fmt::format("that rung '{}' is {} is assumed: '{}' knows no nodes",
                                                rung.name, short_name(rung), profile.name),
                                    kHint));
  if (asks_for_whole_nodes(options) && std::ranges::any_of(rungs, is_unknown))
    findings.add_warning({.message = fmt::format("jobs hold whole nodes, and prices count what they ask for: "
                                                 "'{}' knows no nodes",
                                                 profile.name),
                          .hint = kHint});
}

bool adds_exclusive(const SweepFile& sweep, const Profile& profile) {
  const auto is_whole = [](const auto& option) { return asks_for_whole_nodes({option.value}); };
  return std::ranges::any_of(sweep.sbatch_options, is_whole) &&
         std::ranges::none_of(profile.job_options.sbatch_options, is_whole);
}

void check_exclusive(const SweepFile& sweep, const Profile& profile, Findings& findings) {
  if (!profile.exclusive_refused) return;
  for (const auto& option : sweep.sbatch_options)
    if (asks_for_whole_nodes({option.value}))
      findings.add_error(error_at(
          option.location, fmt::format("'{}' forbids '{}' in job scripts", profile.name, option.value),
          fmt::format("{}; if the site told you to use it, a profile of yours says 'exclusive: allowed'",
                      kBeginWhole),
          {cite_limit(*profile.exclusive_refused, "exclusive", "refused")}));
}

}  // namespace scalegen::plan
