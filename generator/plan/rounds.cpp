#include "generator/plan/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
#include <tuple>
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

bool is_smaller(const Run& a, const Run& b) {
  const auto size = [](const Rung& rung) { return std::tuple(rung.device, size_of(rung), rung.nodes); };
  return size(a.rung) < size(b.rung);
}

Run run_of(Combination combination, Start start, const RunDefaults& defaults) {
  const auto resources = resources_of(combination, start, defaults);
  auto rung = rung_of(combination);
  combination.settings.shrink_to_fit();
  return {.id = std::move(combination.id),
          .rung = std::move(rung),
          .ladder = combination.ladder,
          .settings = std::move(combination.settings),
          .resources = resources,
          .command = std::move(combination.command),
          .own = std::move(combination.own),
          .rate = rate_of(resources, *combination.rung)};
}

// A climb begins with the smallest rung: the combinations are in rising order then.
std::vector<std::size_t> order_of_round(std::size_t count, const PlanHead& head, int round) {
  if (head.climb.empty() || round > 1) return shuffled_order(count, head.seed, round);
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  return order;
}

/// Adds each combination once, in the order of the round, and a job for each: "2gpu" becomes "2gpu-r3".
void add_round(const std::vector<Run>& combinations, int round, Plan& plan) {
  for (const auto index : order_of_round(combinations.size(), plan.head, round)) {
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

bool is_left_out(const PlanHead& head, const std::string& combination) {
  return std::ranges::find(head.left_out, combination) != head.left_out.end();
}

/// Undoes the shuffling of round 1; what was added later follows.
std::vector<Run> combinations_of(const Plan& plan) {
  const auto round_one = runs_of_round_one(plan);
  std::vector<Run> combinations(round_one.size());
  const auto order = order_of_round(round_one.size(), plan.head, 1);
  std::unordered_set<std::string> known;
  for (std::size_t i = 0; i < order.size(); ++i) {
    combinations[order[i]] = without_round(round_one[i]);
    known.insert(combinations[order[i]].id);
  }
  for (const auto& run : plan.runs)
    if (known.insert(combination_of(run)).second) combinations.push_back(without_round(run));
  return combinations;
}

/// A combination that a plan is to have, and the number of its runs that are missing.
struct Missing {
  Run combination{};
  int runs = 0;
};

std::vector<Missing> missing_of(const Plan& plan, const std::vector<Run>& wanted) {
  std::unordered_map<std::string, Missing> there;  // with the number of runs that it has
  for (const auto& run : plan.runs) {
    if (is_confirming(plan.head, run.round)) continue;
    auto& found = there[combination_of(run)];
    if (found.runs++ == 0) found.combination = without_round(run);
  }
  std::vector<Missing> missing;
  for (const auto& run : wanted) {
    const auto found = there.find(combination_of(run));
    const auto runs = found == there.end() ? 0 : found->second.runs;
    if (runs < repeats_of(plan.head))
      missing.push_back({found == there.end() ? without_round(run) : found->second.combination,
                         repeats_of(plan.head) - runs});
  }
  return missing;
}

bool has_same_axes(const Run& one, const Run& other, const std::vector<std::string>& axes) {
  return std::ranges::all_of(axes, [&](const std::string& axis) {
    const auto* here = find(one.settings, axis);
    const auto* there = find(other.settings, axis);
    return here == nullptr || there == nullptr ? here == there : *here == *there;
  });
}

/// The combinations that the nth of the rounds for missing runs holds, each with its baseline.
std::vector<Run> round_of_missing(const std::vector<Missing>& missing, int nth,
                                  const std::vector<Run>& combinations, const PlanHead& head) {
  std::vector<Run> round;
  const auto add_once = [&](const Run& run) {
    if (std::ranges::none_of(round, [&](const Run& other) { return other.id == run.id; }))
      round.push_back(run);
  };
  for (const auto& [combination, runs] : missing) {
    if (runs < nth) continue;
    for (const auto& run : combinations)
      if (run.rung.name == head.baseline && is_of_same_ladder(run, combination) &&
          has_same_axes(run, combination, head.axes))
        add_once(run);
    add_once(combination);
  }
  return round;
}

}  // namespace

bool is_of_same_ladder(const Run& one, const Run& other) {
  return !one.ladder || !other.ladder || one.ladder == other.ladder;
}

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
  if (!plan.head.climb.empty()) std::ranges::stable_sort(first, is_smaller);
  combinations = {};  // a plan of 100,000 runs is held once
  for (int round = 1; round <= plan.head.rounds; ++round) add_round(first, round, plan);
}

Result<Plan> extend_plan(Plan plan, int repeats) {
  const auto before = repeats_of(plan.head);
  if (repeats <= before) return plan;
  TRY(check_names(plan));
  auto combinations = combinations_of(plan);
  std::erase_if(combinations, [&](const Run& run) { return is_left_out(plan.head, run.id); });
  for (int more = before; more < repeats; ++more) add_round(combinations, ++plan.head.rounds, plan);
  plan.head.rounds_before.push_back(before);
  return plan;
}

Result<Plan> add_later(Plan plan, const std::vector<Run>& wanted) {
  const auto missing = missing_of(plan, wanted);
  if (missing.empty()) return plan;
  TRY(check_names(plan));
  auto combinations = combinations_of(plan);
  for (const auto& [combination, runs] : missing) combinations.push_back(combination);
  for (int nth = 1;; ++nth) {
    const auto round = round_of_missing(missing, nth, combinations, plan.head);
    if (round.empty()) return plan;
    add_round(round, ++plan.head.rounds, plan);
    plan.head.later_rounds.push_back(plan.head.rounds);
  }
}

Result<Plan> add_confirming_round(Plan plan) {
  if (plan.head.assertions.empty()) return plan;
  auto combinations = combinations_of(plan);
  std::erase_if(combinations, [&](const Run& run) { return is_left_out(plan.head, run.id); });
  const auto missing = combinations_to_confirm(combinations, plan);
  if (missing.empty()) return plan;
  TRY(check_names(plan));
  add_round(missing, ++plan.head.rounds, plan);
  plan.head.confirming_rounds.push_back(plan.head.rounds);
  return plan;
}

}  // namespace scalegen::plan
