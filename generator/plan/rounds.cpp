#include "generator/plan/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "core/try.hpp"
#include "generator/plan/resources.hpp"

namespace scalegen::plan {
namespace {

// std::shuffle and std::uniform_int_distribution differ between libraries; the engine and seed_seq do not.
std::mt19937_64 engine_of(std::int64_t seed, int round) {
  const auto bits = static_cast<std::uint64_t>(seed);
  std::seed_seq words{static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32U),
                      static_cast<std::uint32_t>(round)};
  return std::mt19937_64(words);
}

/// A uniform number from 0 to below - 1: draws again if the result would favour small numbers.
std::uint64_t draw(std::mt19937_64& engine, std::uint64_t below) {
  constexpr auto kMost = std::numeric_limits<std::uint64_t>::max();
  const auto fair = kMost - kMost % below;
  while (true)
    if (const auto bits = engine(); bits < fair) return bits % below;
}

Run run_of(Combination combination, Start start, const RunDefaults& defaults) {
  const auto resources = resources_of(combination, start, defaults);
  auto without_exclusive = rate_without_exclusive(combination, start, defaults);
  auto rung = rung_of(combination);
  combination.settings.shrink_to_fit();
  return {.id = std::move(combination.id),
          .rung = std::move(rung),
          .ladder = combination.ladder,
          .settings = std::move(combination.settings),
          .resources = resources,
          .command = std::move(combination.command),
          .own = std::move(combination.own),
          .rate = rate_of(resources, *combination.rung),
          .without_exclusive = std::move(without_exclusive)};
}

/// Adds each combination once, in the order of the round, and a job for each: "2gpu" becomes "2gpu-r3".
void add_round(const std::vector<Run>& combinations, int round, Plan& plan) {
  for (const auto index : shuffled_order(combinations.size(), plan.head.seed, round)) {
    Run run = combinations[index];
    run.id += fmt::format("-r{}", round);
    run.round = round;
    plan.jobs.push_back({run.id, {run.id}});
    plan.runs.push_back(std::move(run));
  }
}

constexpr std::string_view kRoundOne = "-r1";

std::vector<Run> runs_of_round_one(const Plan& plan) {
  std::vector<Run> runs;
  std::ranges::copy_if(plan.runs, std::back_inserter(runs), [](const Run& run) { return run.round == 1; });
  return runs;
}

/// The ids of jobs that have one run of the same id.
std::unordered_set<std::string> jobs_of_one(const Plan& plan) {
  std::unordered_set<std::string> ids;
  for (const auto& job : plan.jobs)
    if (job.runs == std::vector{job.id}) ids.insert(job.id);
  return ids;
}

Result<void> check_names(const Plan& plan) {
  const auto jobs = jobs_of_one(plan);
  for (const auto& run : runs_of_round_one(plan))
    if (!run.id.ends_with(kRoundOne) || !jobs.contains(run.id))
      return failure(
          fmt::format("cannot add rounds: run '{}' of round 1 has no job of the same name that ends in '{}'",
                      run.id, kRoundOne),
          "begin a new run directory with -o NEW_FOLDER");
  return {};
}

/// A run as its combination, before it has a round.
Run without_round(Run run) {
  run.id = combination_of(run);
  return run;
}

// Limits only grow: a later run may ask for more than that of round 1.
void take_larger_limits(Run& combination, const Run& run) {
  if (!asks_for_more(run.resources, combination.resources)) return;
  combination.resources = run.resources;
  combination.rate = run.rate;
  combination.without_exclusive = run.without_exclusive;
}

/// Undoes the shuffling of round 1; what was added later follows.
std::vector<Run> combinations_of(const Plan& plan) {
  const auto round_one = runs_of_round_one(plan);
  std::vector<Run> combinations(round_one.size());
  const auto order = shuffled_order(round_one.size(), plan.head.seed, 1);
  std::unordered_map<std::string, std::size_t> known;
  for (std::size_t i = 0; i < order.size(); ++i) {
    combinations[order[i]] = without_round(round_one[i]);
    known.emplace(combinations[order[i]].id, order[i]);
  }
  for (const auto& run : plan.runs) {
    const auto [found, is_new] = known.emplace(combination_of(run), combinations.size());
    if (is_new)
      combinations.push_back(without_round(run));
    else
      take_larger_limits(combinations[found->second], run);
  }
  return combinations;
}

// A run of a ladder compares with runs of that ladder and of none.
bool is_of_same_ladder(const Run& one, const Run& other) {
  return !one.ladder || !other.ladder || one.ladder == other.ladder;
}

bool has_same_axes(const Run& one, const Run& other, const std::vector<std::string>& axes) {
  return std::ranges::all_of(axes, [&](const std::string& axis) {
    const auto* here = find(one.settings, axis);
    const auto* there = find(other.settings, axis);
    return here == nullptr || there == nullptr ? here == there : *here == *there;
  });
}

/// The combinations of a round for those that are added, each with its baseline.
std::vector<Run> round_of(const std::vector<Run>& added, const std::vector<Run>& combinations,
                          const PlanHead& head) {
  std::vector<Run> round;
  const auto add_once = [&](const Run& run) {
    if (std::ranges::none_of(round, [&](const Run& other) { return other.id == run.id; }))
      round.push_back(run);
  };
  for (const auto& combination : added) {
    for (const auto& run : combinations)
      if (run.rung.name == head.baseline && is_of_same_ladder(run, combination) &&
          has_same_axes(run, combination, head.axes))
        add_once(run);
    add_once(combination);
  }
  return round;
}

}  // namespace

std::vector<std::size_t> shuffled_order(std::size_t count, std::int64_t seed, int round) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  auto engine = engine_of(seed, round);
  for (auto left = count; left > 1; --left) std::swap(order[left - 1], order[draw(engine, left)]);
  return order;
}

void add_runs(std::vector<Combination> combinations, const RunDefaults& defaults, Plan& plan) {
  std::vector<Run> first;  // each round repeats them
  first.reserve(combinations.size());
  const auto all = combinations.size() * static_cast<std::size_t>(plan.head.rounds);
  plan.runs.reserve(all);
  plan.jobs.reserve(all);
  for (auto& combination : combinations)
    first.push_back(run_of(std::move(combination), plan.head.start, defaults));
  combinations = {};  // a plan of 100,000 runs is held once
  for (int round = 1; round <= plan.head.rounds; ++round) add_round(first, round, plan);
}

Result<Plan> extend_plan(Plan plan, int repeats) {
  const auto before = repeats_of(plan.head);
  if (repeats <= before) return plan;
  TRY(check_names(plan));
  const auto combinations = combinations_of(plan);
  for (int more = before; more < repeats; ++more) add_round(combinations, ++plan.head.rounds, plan);
  plan.head.rounds_before.push_back(before);
  return plan;
}

Result<Plan> add_later(Plan plan, const std::vector<Run>& added) {
  if (added.empty()) return plan;
  TRY(check_names(plan));
  std::vector<Run> combinations;
  for (const auto& run : added) combinations.push_back(without_round(run));
  auto all = combinations_of(plan);
  all.insert(all.end(), combinations.begin(), combinations.end());
  const auto round = round_of(combinations, all, plan.head);
  for (int left = repeats_of(plan.head); left > 0; --left) {
    add_round(round, ++plan.head.rounds, plan);
    plan.head.later_rounds.push_back(plan.head.rounds);
  }
  return plan;
}

}  // namespace scalegen::plan
