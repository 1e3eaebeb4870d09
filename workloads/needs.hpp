#pragma once

// Which settings of the recipes' table mean something only beside others. Compiled into both programs:
// scalegen refuses before a job waits in a queue what scalegen-train would refuse after that.

#include <algorithm>
#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "workloads/recipe.hpp"

namespace scalegen::recipe {

/// `setting` needs `other` to be one of `words`. Without `value` any value needs it, without `words` any will
/// do, each time but 0 and no. Where `other` is not given, `or_else` counts.
struct Need {
  std::string_view setting;
  std::string_view value;
  std::string_view other;
  std::array<std::string_view, 2> words{};
  std::string_view or_else{};

  constexpr std::span<const std::string_view> choices() const {
    return {words.begin(), std::find(words.begin(), words.end(), std::string_view())};
  }
};

inline constexpr std::array kNeeds = {
    Need{"momentum", "", "optimizer", {"sgd", "rmsprop"}},
    Need{"nesterov", "", "optimizer", {"sgd"}},
    Need{"nesterov", "", "momentum"},
    Need{"schedule", "cosine", "schedule_epochs", {}, "epochs"},
    Need{"schedule_epochs", "", "schedule", {"step", "cosine"}},
    Need{"gamma", "", "schedule", {"step", "exponential"}},
    Need{"target_accuracy", "", "evaluate", {"each_epoch"}},
    Need{"patience", "", "evaluate", {"each_epoch"}},
};

/// Whether the setting is off: not given, no, or 0.
constexpr bool is_off(std::string_view value) {
  return value == "no" || value.find_first_not_of("0.") == std::string_view::npos;
}

constexpr bool is_in_need(const Need& need, std::string_view value) {
  return need.value.empty() ? !is_off(value) : value == need.value;
}

constexpr bool is_met_by(const Need& need, std::string_view other) {
  return need.choices().empty() ? !is_off(other) : contains(need.choices(), other);
}

/// `value_of(setting)` is a text, empty where the setting has no value.
template <typename ValueOf>
std::vector<Need> unmet_needs(const ValueOf& value_of) {
  std::vector<Need> unmet;
  for (const Need& need : kNeeds) {
    if (!is_in_need(need, value_of(need.setting))) continue;
    std::string other = value_of(need.other);
    if (other.empty() && !need.or_else.empty()) other = value_of(need.or_else);
    if (!is_met_by(need, other)) unmet.push_back(need);
  }
  return unmet;
}

}  // namespace scalegen::recipe
