#include "generator/plan/rounds.hpp"

#include <algorithm>
#include <set>
#include <string>
#include <unordered_map>
#include <utility>

namespace scalegen::plan {
namespace {

using Runs = std::vector<const Run*>;

/// The values of the axes, which runs that are compared with each other share.
std::string axes_of(const Run& run, const PlanHead& head) {
  std::string text;
  for (const auto& axis : head.axes) {
    const auto* const value = find(run.settings, axis);
    text += (value == nullptr ? "" : to_text(*value)) + "\n";
  }
  return text;
}

bool is_half(const Rung& half, const Rung& rung) {
  return half.device == rung.device && 2 * size_of(half) == size_of(rung);
}

bool compares(const Assertion& assertion, const Run& asserted, const Run& other, const PlanHead& head) {
  if (!is_of_same_ladder(asserted, other)) return false;
  if (other.id == asserted.id || other.rung.name == head.baseline) return true;
  return assertion.figure == Assertion::Figure::per_doubling && is_half(other.rung, asserted.rung);
}

/// The names of the combinations that each confirming round of a plan holds already.
std::vector<std::set<std::string>> confirming_rounds_of(const Plan& plan) {
  std::vector<std::set<std::string>> rounds;
  for (const int round : plan.head.confirming_rounds) {
    auto& names = rounds.emplace_back();
    for (const auto& run : plan.runs)
      if (run.round == round) names.insert(combination_of(run));
  }
  return rounds;
}

}  // namespace

std::vector<Run> combinations_to_confirm(const std::vector<Run>& combinations, const Plan& plan) {
  if (plan.head.assertions.empty()) return {};
  std::unordered_map<std::string, Runs> tables;
  for (const auto& run : combinations) tables[axes_of(run, plan.head)].push_back(&run);
  const auto rounds = confirming_rounds_of(plan);
  std::vector<Run> missing;
  std::set<std::string> names;  // of the missing ones
  const auto add = [&](const Runs& compared) {
    const auto holds_all = [&](const std::set<std::string>& round) {
      return std::ranges::all_of(compared, [&](const Run* run) { return round.contains(run->id); });
    };
    if (std::ranges::any_of(rounds, holds_all)) return;
    for (const auto* run : compared)
      if (names.insert(run->id).second) missing.push_back(*run);
  };
  for (const auto& assertion : plan.head.assertions)
    for (const auto& asserted : combinations) {
      if (asserted.rung.name != assertion.rung) continue;
      Runs compared;
      for (const auto* other : tables.at(axes_of(asserted, plan.head)))
        if (compares(assertion, asserted, *other, plan.head)) compared.push_back(other);
      add(compared);
    }
  return missing;
}

}  // namespace scalegen::plan
