#include "app/sweep_change.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <unordered_map>

#include "app/plan_difference.hpp"
#include "core/text.hpp"
#include "core/try.hpp"
#include "core/units.hpp"
#include "generator/plan/rounds.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

bool contains(const Texts& texts, const std::string& text) {
  return std::ranges::find(texts, text) != texts.end();
}

/// In the plan's order, each once.
Texts combinations_of(const Plan& plan) {
  Texts names;
  std::unordered_set<std::string> seen;
  for (const auto& run : plan.runs)
    if (auto name = combination_of(run); seen.insert(name).second) names.push_back(std::move(name));
  return names;
}

std::unordered_set<std::string> names_in(const Plan& plan) {
  const auto names = combinations_of(plan);
  return {names.begin(), names.end()};
}

Texts without(Texts names, const Texts& others) {
  std::erase_if(names, [&](const std::string& name) { return contains(others, name); });
  return names;
}

}  // namespace

SweepChange::SweepChange(const Plan& there, const Plan& before, const Plan& now)
    : there_(&there),
      before_(&before),
      now_(&now),
      names_there_(names_in(there)),
      names_before_(names_in(before)),
      names_now_(names_in(now)) {}

// One that only today's machine gives, by `auto` say, was not asked for by a change.
bool SweepChange::is_wanted(const std::string& combination) const {
  return names_there_.contains(combination) || !names_before_.contains(combination);
}

bool SweepChange::adds_combinations() const {
  return std::ranges::any_of(
      names_now_, [&](const std::string& name) { return is_wanted(name) && !names_there_.contains(name); });
}

// One that today's machine does not give, although nobody took it from the file, stays.
Texts SweepChange::left_out() const {
  Texts names;
  for (const auto& name : combinations_of(*there_)) {
    const bool was_left_out = contains(there_->head.left_out, name);
    if (!names_now_.contains(name) && (was_left_out || names_before_.contains(name))) names.push_back(name);
  }
  return names;
}

// Runs whose command has them are others, and do not come here.
void SweepChange::take_samples(Plan& plan) const {
  std::unordered_map<std::string, const Run*> now;
  for (const auto& run : now_->runs) now.emplace(combination_of(run), &run);
  for (auto& run : plan.runs) {
    const auto found = now.find(combination_of(run));
    if (found == now.end()) continue;
    const auto* const samples = find(*found->second->settings, kSamples);
    const auto* const there = find(*run.settings, kSamples);
    if (samples == nullptr ? there == nullptr : there != nullptr && *samples == *there) continue;
    auto settings = *run.settings;
    std::erase_if(settings, [](const Setting& setting) { return setting.name == kSamples; });
    if (samples != nullptr) set(settings, kSamples, *samples);
    run.settings = std::move(settings);
  }
}

Result<Plan> SweepChange::apply() const {
  auto plan = *there_;
  auto& head = plan.head;
  head.metrics = now_->head.metrics;
  head.further = now_->head.further;
  head.advise = now_->head.advise;
  head.assertions = now_->head.assertions;
  head.campaign = now_->head.campaign;
  head.carbon = now_->head.carbon;
  head.until = now_->head.until;
  head.climb = now_->head.climb;
  head.left_out = left_out();
  if (now_->head.baseline != before_->head.baseline ||
      now_->head.baseline_reason != before_->head.baseline_reason) {
    head.baseline = now_->head.baseline;
    head.baseline_reason = now_->head.baseline_reason;
  }
  if (now_->head.held != before_->head.held) head.held = now_->head.held;
  if (head.own_program) take_samples(plan);
  std::vector<Run> wanted;
  std::unordered_set<std::string> known;
  for (const auto& run : now_->runs)
    if (auto name = combination_of(run); known.insert(name).second && is_wanted(name)) wanted.push_back(run);
  TRY_ASSIGN(auto extended, plan::add_later(std::move(plan), wanted));
  TRY_ASSIGN(auto repeated, plan::extend_plan(std::move(extended), repeats_of(now_->head)));
  return plan::add_confirming_round(std::move(repeated));
}

std::vector<std::string> news_of(const Plan& there, const Plan& changed) {
  Texts news;
  const auto& head = changed.head;
  const auto runs_in_later_rounds = std::ranges::count_if(changed.runs, [&](const Run& run) {
    return std::find(head.later_rounds.begin() + std::ssize(there.head.later_rounds), head.later_rounds.end(),
                     run.round) != head.later_rounds.end();
  });
  const auto runs_that_confirm = std::ranges::count_if(changed.runs, [&](const Run& run) {
    return is_confirming(head, run.round) && !is_confirming(there.head, run.round);
  });
  const auto all_more = std::ssize(changed.runs) - std::ssize(there.runs);
  if (const auto added = without(combinations_of(changed), combinations_of(there)); !added.empty())
    news.push_back(fmt::format("new: {}; {} added, in rounds beside the baseline {}", join_truncated(added),
                               counted(runs_in_later_rounds, "run"), head.baseline));
  else if (runs_in_later_rounds > 0)
    news.push_back(fmt::format("{} added, in rounds beside the baseline {}",
                               counted(runs_in_later_rounds, "run"), head.baseline));
  if (const auto back = without(there.head.left_out, head.left_out); !back.empty())
    news.push_back(fmt::format("back again: {}", join_truncated(back)));
  if (const auto gone = without(head.left_out, there.head.left_out); !gone.empty())
    news.push_back(fmt::format("left out: {}; the runs stay in the directory, and missing ones do not start",
                               join_truncated(gone)));
  if (const auto repeats = repeats_of(head) - repeats_of(there.head); repeats > 0)
    news.push_back(fmt::format("{} more: {} added", counted(repeats, "repeat"),
                               counted(all_more - runs_in_later_rounds - runs_that_confirm, "run")));
  if (runs_that_confirm > 0)
    news.push_back(fmt::format("{} added, which start only if an assertion is missed",
                               counted(runs_that_confirm, "run")));
  if (news.empty() && changed != there)
    news.emplace_back("the sweep file has changed, and no run depends on it");
  return news;
}

}  // namespace scalegen
