#include "generator/plan/add_round.hpp"

#include <fmt/format.h>

#include "generator/plan/rounds.hpp"

namespace scalegen {

void add_round(const std::vector<Run>& combinations, int round, Plan& plan) {
  for (const auto index : shuffled_order(combinations.size(), plan.head.seed, round)) {
    Run run = combinations[index];
    run.id += fmt::format("-r{}", round);
    run.round = round;
    plan.jobs.push_back({run.id, {run.id}});
    plan.runs.push_back(std::move(run));
  }
}

}  // namespace scalegen
