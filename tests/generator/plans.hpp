#pragma once
#include <algorithm>

#include "tests/generator/sweeps.hpp"

namespace scalegen {

/// The plan of a sweep of mnist_cnn.
inline Plan plan_of(const std::string& lines, const std::string& cluster = "local",
                    Machine machine = {.cores = {0, 1}}) {
  const auto planned = plan_text(sweep_text(lines), cluster, {}, std::move(machine));
  EXPECT_TRUE(planned) << (planned ? "" : render(planned.error()));
  return planned ? planned->plan : Plan{};
}

/// In the order in which they are to run.
inline std::vector<std::string> ids_of(const Plan& plan) {
  std::vector<std::string> ids;
  for (const auto& run : plan.runs) ids.push_back(run.id);
  return ids;
}

inline const Run& run_of(const Plan& plan, std::string_view id) {
  static const Run kNone;
  const auto found =
      std::find_if(plan.runs.begin(), plan.runs.end(), [&](const Run& r) { return r.id == id; });
  EXPECT_NE(found, plan.runs.end()) << id;
  return found == plan.runs.end() ? kNone : *found;
}

/// The runs of one round, in the order of their names.
inline std::vector<std::string> ids_of_a_round(const Plan& plan) {
  std::vector<std::string> ids;
  for (const auto& run : plan.runs)
    if (run.round == 1) ids.push_back(run.id);
  std::sort(ids.begin(), ids.end());
  return ids;
}

/// The value of one setting as text, or "none".
inline std::string setting_of(const Run& run, std::string_view name) {
  const auto* const value = find(run.settings, name);
  return value == nullptr ? "none" : to_text(*value);
}

}  // namespace scalegen
