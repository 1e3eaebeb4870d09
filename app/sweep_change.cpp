#include "app/sweep_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <functional>
#include <unordered_map>

#include "app/plan_difference.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/rounds.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;
using Names = std::unordered_set<std::string>;

/// One run of each combination, in the plan's order.
std::vector<const Run*> one_run_of_each(const Plan& plan) {
  std::vector<const Run*> runs;
  Names seen;
  for (const auto& run : plan.runs)
    if (seen.insert(combination_of(run)).second) runs.push_back(&run);
  return runs;
}

std::unordered_map<std::string, const Run*> by_combination(const Plan& plan) {
  std::unordered_map<std::string, const Run*> runs;
  for (const auto* run : one_run_of_each(plan)) runs.emplace(combination_of(*run), run);
  return runs;
}

/// The runs that the new file adds. One that only today's machine gives, by `auto` say, was not asked for.
std::vector<Run> added_runs(const Plan& there, const Plan& before, const Plan& now) {
  const auto known = by_combination(there);
  const auto old = by_combination(before);
  std::vector<Run> added;
  for (const auto* run : one_run_of_each(now))
    if (const auto name = combination_of(*run); !known.contains(name) && !old.contains(name))
      added.push_back(*run);
  return added;
}

/// The plan whose runs, where `may` says so, have the limits of `now` where those are larger.
Plan with_larger_limits(Plan plan, const Plan& now, const std::function<bool(const Run&)>& may) {
  const auto runs = by_combination(now);
  for (auto& run : plan.runs) {
    const auto found = runs.find(combination_of(run));
    if (found == runs.end() || !may(run)) continue;
    auto& there = run.resources;
    const auto& wanted = found->second->resources;
    if (!asks_for_more(wanted, there)) continue;
    there.time_limit = std::max(there.time_limit, wanted.time_limit);
    if (wanted.memory_mib_per_node > there.memory_mib_per_node) {
      there.memory_mib_per_node = wanted.memory_mib_per_node;
      there.memory_option = wanted.memory_option;
    }
    run.rate = found->second->rate;
    run.without_exclusive = found->second->without_exclusive;
  }
  return plan;
}

// The runs of a shared job have their limits from it.
std::string difference_but_limits(const Plan& one, const Plan& now) {
  if (shares_nodes(one)) return first_difference(one, now);
  return first_difference(with_larger_limits(one, now, [](const Run&) { return true; }), now);
}

// Runs whose command has them are others, and do not come here.
void take_samples(Plan& plan, const Plan& now) {
  const auto runs = by_combination(now);
  for (auto& run : plan.runs) {
    const auto found = runs.find(combination_of(run));
    if (found == runs.end()) continue;
    const auto* const samples = find(*found->second->settings, kSamples);
    const auto* const there = find(*run.settings, kSamples);
    if (samples == nullptr ? there == nullptr : there != nullptr && *samples == *there) continue;
    auto settings = *run.settings;
    std::erase_if(settings, [](const Setting& setting) { return setting.name == kSamples; });
    if (samples != nullptr) set(settings, kSamples, *samples);
    run.settings = std::move(settings);
  }
}

}  // namespace

std::string forbidden_change(const Plan& there, const Plan& before, const Plan& now) {
  if (auto difference = difference_but_limits(before, now); !difference.empty()) return difference;
  const auto still = by_combination(now);
  for (const auto* run : one_run_of_each(before))
    if (const auto name = combination_of(*run); !still.contains(name)) return name + " was removed";
  Names rungs;
  for (const auto& run : there.runs) rungs.insert(run.rung.name);
  const auto added = added_runs(there, before, now);
  for (const auto& run : added)
    if (rungs.contains(run.rung.name)) return combination_of(run) + " was added";
  // New runs are planned for today's machine, and must be comparable with the runs that are there.
  return added.empty() ? "" : difference_but_limits(there, now);
}

Result<Plan> changed_plan(const Plan& there, const Plan& before, const Plan& now,
                          const std::unordered_set<std::string>& without_figure) {
  auto plan = with_larger_limits(
      there, now, [&](const Run& run) { return !shares_nodes(there) && without_figure.contains(run.id); });
  auto& head = plan.head;
  head.metrics = now.head.metrics;
  head.further = now.head.further;
  head.advise = now.head.advise;
  head.assertions = now.head.assertions;
  if (now.head.baseline != before.head.baseline || now.head.baseline_reason != before.head.baseline_reason) {
    head.baseline = now.head.baseline;
    head.baseline_reason = now.head.baseline_reason;
  }
  if (now.head.held != before.head.held) head.held = now.head.held;
  if (head.own_program) take_samples(plan, now);
  TRY_ASSIGN(auto extended, plan::add_later(std::move(plan), added_runs(there, before, now)));
  TRY_ASSIGN(extended, plan::extend_plan(std::move(extended), repeats_of(now.head)));
  Names known;
  for (const auto& run : there.runs) known.insert(run.id);
  return with_larger_limits(std::move(extended), now,
                            [&](const Run& run) { return !shares_nodes(there) && !known.contains(run.id); });
}

std::vector<std::string> news_of(const Plan& there, const Plan& changed) {
  Texts news;
  const auto& head = changed.head;
  const auto known = by_combination(there);
  Texts added;
  for (const auto* run : one_run_of_each(changed))
    if (auto name = combination_of(*run); !known.contains(name)) added.push_back(std::move(name));
  const auto runs_in_later_rounds = std::ranges::count_if(changed.runs, [&](const Run& run) {
    return std::find(head.later_rounds.begin() + std::ssize(there.head.later_rounds), head.later_rounds.end(),
                     run.round) != head.later_rounds.end();
  });
  if (!added.empty())
    news.push_back(fmt::format("new: {}; {} added, in rounds beside the baseline {}", join_truncated(added),
                               counted(runs_in_later_rounds, "run"), head.baseline));
  if (const auto rounds = repeats_of(head) - repeats_of(there.head); rounds > 0)
    news.push_back(fmt::format(
        "{} more: {} added", counted(rounds, "round"),
        counted(std::ssize(changed.runs) - std::ssize(there.runs) - runs_in_later_rounds, "run")));
  Texts larger;
  for (std::size_t i = 0; i < there.runs.size(); ++i)
    if (there.runs[i].resources != changed.runs[i].resources) larger.push_back(there.runs[i].id);
  if (!larger.empty()) news.push_back("larger limits, of runs without a figure: " + join_truncated(larger));
  if (news.empty() && changed != there)
    news.emplace_back("the sweep file has changed, and no run depends on it");
  return news;
}

}  // namespace scalegen
