#include "generator/plan/extend_plan.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <unordered_set>

#include "generator/plan/add_round.hpp"
#include "generator/plan/rounds.hpp"

namespace scalegen {
namespace {

constexpr std::string_view kRoundOne = "-r1";

std::vector<Run> runs_of_round_one(const Plan& plan) {
  std::vector<Run> runs;
  std::copy_if(plan.runs.begin(), plan.runs.end(), std::back_inserter(runs),
               [](const Run& run) { return run.round == 1; });
  return runs;
}

// Ids of jobs that have one run, called as they are.
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
          fmt::format("the run '{}' of round 1 has no job of its own that is called as it is, with "
                      "'{}' at its end: no round can be added",
                      run.id, kRoundOne),
          "begin a new run directory with -o NEW_FOLDER");
  return {};
}

// As they stood before the first round was shuffled, and without its number.
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

Result<Plan> extend_plan(Plan plan, int rounds) {
  if (rounds <= plan.head.rounds) return plan;
  const auto round_one = runs_of_round_one(plan);
  if (auto named = check_names(plan, round_one); !named) return tl::make_unexpected(named.error());
  const auto combinations = combinations_of(round_one, plan.head.seed);
  for (int round = plan.head.rounds + 1; round <= rounds; ++round) add_round(combinations, round, plan);
  plan.head.rounds_before.push_back(plan.head.rounds);
  plan.head.rounds = rounds;
  return plan;
}

}  // namespace scalegen
