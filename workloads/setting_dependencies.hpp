#pragma once

// Settings of the recipes' table that mean something only beside others. Compiled into both programs:
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
/// do, each time but 0 and no. Where `other` is not given, `or_else` counts, or it is `by_default`.
struct Dependency {
  std::string_view setting;
  std::string_view value;
  std::string_view other;
  std::array<std::string_view, 2> words{};
  std::string_view or_else{};
  std::string_view by_default{};

  constexpr std::span<const std::string_view> choices() const {
    return {words.begin(), std::find(words.begin(), words.end(), std::string_view())};
  }
};

inline constexpr std::array kDependencies = {
    Dependency{"bucket_mb", "", "strategy", {"ddp", "zero1"}, "", "ddp"},
    Dependency{"gradient_compression", "fp16", "strategy", {"ddp"}, "", "ddp"},
    Dependency{"momentum", "", "optimizer", {"sgd", "rmsprop"}},
    Dependency{"nesterov", "", "optimizer", {"sgd"}},
    Dependency{"nesterov", "", "momentum"},
    Dependency{"schedule", "cosine", "schedule_epochs", {}, "epochs"},
    Dependency{"schedule_epochs", "", "schedule", {"step", "cosine"}},
    Dependency{"gamma", "", "schedule", {"step", "exponential"}},
    Dependency{"target_accuracy", "", "evaluate", {"each_epoch"}},
    Dependency{"patience", "", "evaluate", {"each_epoch"}},
};

/// True if the setting is off: not given, no, or 0.
constexpr bool is_off(std::string_view value) {
  return value == "no" || value.find_first_not_of("0.") == std::string_view::npos;
}

constexpr bool applies_to(const Dependency& one, std::string_view value) {
  return one.value.empty() ? !is_off(value) : value == one.value;
}

constexpr bool is_met_by(const Dependency& one, std::string_view other) {
  return one.choices().empty() ? !is_off(other) : contains(one.choices(), other);
}

/// `value_of(setting)` is a text, empty where the setting has no value.
template <typename ValueOf>
std::vector<Dependency> unmet_dependencies(const ValueOf& value_of) {
  std::vector<Dependency> unmet;
  for (const Dependency& one : kDependencies) {
    if (!applies_to(one, value_of(one.setting))) continue;
    std::string other = value_of(one.other);
    if (other.empty() && !one.or_else.empty()) other = value_of(one.or_else);
    if (other.empty()) other = one.by_default;
    if (!is_met_by(one, other)) unmet.push_back(one);
  }
  return unmet;
}

/// Why a setting that is on means nothing to the model, or an empty text.
inline std::string misfit(const Model& model, std::string_view setting, std::string_view value) {
  constexpr std::array<std::string_view, 2> kOfImages = {"augment", "channels_last"};
  const std::string name(model.name);
  if (is_off(value)) return "";
  if (model.is_text() && contains(kOfImages, setting)) return "it is of images, and " + name + " reads text";
  if (!model.is_text() && (setting == "sequence_length" || value == "tokens"))
    return "it is of text, and " + name + " sees images";
  if (setting == "batch_unit" && model.is_text() && value != "tokens")
    return name + "'s batches count tokens";
  if (setting != "sequence_length") return "";
  const std::string most = std::to_string(model.context);
  const bool is_longer = value.size() != most.size() ? value.size() > most.size() : value > most;
  return is_longer ? name + " reads at most " + most + " tokens" : "";
}

}  // namespace scalegen::recipe
