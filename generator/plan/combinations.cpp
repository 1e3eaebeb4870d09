#include "generator/plan/combinations.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace scalegen {
namespace {

/// Follows from the rung and the batch that was chosen.
void add_derived(const Step& step, const Choice& choice, const Value& value, Settings& settings) {
  const std::int64_t ranks = world_size(step.rung);
  if (choice.parameter->name == "global_batch")
    set(settings, "per_rank_batch", std::get<std::int64_t>(value) / ranks);
  if (choice.parameter->name == "per_rank_batch")
    set(settings, "global_batch", std::get<std::int64_t>(value) * ranks);
}

/// Counts through the values of all choices, as an odometer does.
class Odometer {
 public:
  explicit Odometer(const std::vector<Choice>& choices) : choices_(choices), at_(choices.size()) {}

  [[nodiscard]] const Value& value(std::size_t choice) const {
    return choices_[choice].values[at_[choice]].value;
  }

  bool advance() {
    for (auto i = at_.size(); i-- > 0;) {
      if (++at_[i] < choices_[i].values.size()) return true;
      at_[i] = 0;
    }
    return false;
  }

 private:
  const std::vector<Choice>& choices_;
  std::vector<std::size_t> at_;
};

Combination combination_at(const Step& step, const std::vector<Choice>& choices, const Odometer& odometer) {
  Combination combination{&step, {}, step.rung.name};
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto& value = odometer.value(i);
    set(combination.settings, choices[i].parameter->name, value);
    add_derived(step, choices[i], value, combination.settings);
    if (choices[i].swept) combination.id += fmt::format("-{}={}", choices[i].parameter->name, to_text(value));
  }
  if (find(combination.settings, "cpus_per_task") == nullptr)
    set(combination.settings, "cpus_per_task", std::int64_t{step.cpus_per_task});
  return combination;
}

}  // namespace

std::optional<std::size_t> count_combinations(const std::vector<Step>& steps,
                                              const std::vector<Choice>& choices, std::size_t most) {
  auto count = steps.size();
  for (const auto& choice : choices) {
    count *= choice.values.size();
    if (count > most) return std::nullopt;
  }
  return count;
}

std::vector<Combination> combine(const std::vector<Step>& steps, const std::vector<Choice>& choices) {
  std::vector<Combination> combinations;
  for (const auto& step : steps) {
    Odometer odometer(choices);
    do combinations.push_back(combination_at(step, choices, odometer));
    while (odometer.advance());
  }
  return combinations;
}

std::vector<std::string> held_settings(const std::vector<Combination>& combinations,
                                       const std::vector<std::string>& axes) {
  std::vector<std::string> held;
  if (combinations.empty()) return held;
  for (const auto& [name, value] : combinations.front().settings) {
    if (std::find(axes.begin(), axes.end(), name) != axes.end()) continue;
    const bool same = std::all_of(combinations.begin(), combinations.end(), [&](const Combination& c) {
      const auto* const other = find(c.settings, name);
      return other != nullptr && *other == value;
    });
    if (same) held.push_back(name);
  }
  return held;
}

}  // namespace scalegen
