#include "generator/plan/rounds.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <limits>
#include <numeric>
#include <random>
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
  combination.settings.shrink_to_fit();
  return {.id = std::move(combination.id),
          .rung = *combination.rung,
          .settings = std::move(combination.settings),
          .resources = resources,
          .command = std::move(combination.command),
          .own = std::move(combination.own),
          .rate = rate_of(resources, *combination.rung)};
}

/// Adds each combination once, in shuffled order, and a job for each: "2gpu" becomes "2gpu-r3".
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
  std::copy_if(plan.runs.begin(), plan.runs.end(), std::back_inserter(runs),
               [](const Run& run) { return run.round == 1; });
  return runs;
}

/// The ids of jobs that have one run of the same id.
std::unordered_set<std::string> jobs_of_one(const Plan& plan) {
  std::unordered_set<std::string> ids;
  for (const auto& job : plan.jobs)
    if (job.runs == std::vector{job.id}) ids.insert(job.id);
  return ids;
}

Result<void> check_names(const Plan& plan, const std::vector<Run>& round_one) {
  const auto jobs = jobs_of_one(plan);
  for (const auto& run : round_one)
    if (!run.id.ends_with(kRoundOne) || !jobs.contains(run.id))
      return failure(
          fmt::format("cannot add rounds: run '{}' of round 1 has no job of the same name that ends in '{}'",
                      run.id, kRoundOne),
          "begin a new run directory with -o NEW_FOLDER");
  return {};
}

/// Undoes the shuffling of round 1, and takes its number off the ids.
std::vector<Run> combinations_of(const std::vector<Run>& round_one, std::int64_t seed) {
  std::vector<Run> combinations(round_one.size());
  const auto order = shuffled_order(round_one.size(), seed, 1);
  for (std::size_t i = 0; i < order.size(); ++i) {
    auto& run = combinations[order[i]] = round_one[i];
    run.id.resize(run.id.size() - kRoundOne.size());
  }
  return combinations;
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

Result<Plan> extend_plan(Plan plan, int rounds) {
  if (rounds <= plan.head.rounds) return plan;
  const auto round_one = runs_of_round_one(plan);
  TRY(check_names(plan, round_one));
  const auto combinations = combinations_of(round_one, plan.head.seed);
  for (int round = plan.head.rounds + 1; round <= rounds; ++round) add_round(combinations, round, plan);
  plan.head.rounds_before.push_back(plan.head.rounds);
  plan.head.rounds = rounds;
  return plan;
}

}  // namespace scalegen::plan
