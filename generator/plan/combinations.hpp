#pragma once
#include <string>
#include <vector>

#include "core/plan.hpp"
#include "generator/plan/choices.hpp"
#include "generator/plan/ladder.hpp"

namespace scalegen {

/// One rung with one value for each parameter: what a round runs once.
struct Combination {
  const Step* step = nullptr;
  Settings settings{};  // the derived ones among them
  std::string id{};     // 2cpu-cpus_per_task=4: unique, and safe as a file's name
};

/// How many combinations there are, or nothing where there are more than `most`.
std::optional<std::size_t> count_combinations(const std::vector<Step>& steps,
                                              const std::vector<Choice>& choices, std::size_t most);

/// Every rung with every combination of values, the last parameter varying first.
std::vector<Combination> combine(const std::vector<Step>& steps, const std::vector<Choice>& choices);

/// The names of settings that all combinations share, without those that are swept.
std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes);

}  // namespace scalegen
