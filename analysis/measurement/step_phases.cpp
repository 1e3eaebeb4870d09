#include "analysis/measurement/step_phases.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace scalegen {
namespace {

// Clocks of phases and steps are read one after the other.
constexpr double kRelativeSlack = 0.01;
constexpr double kSlackSeconds = 1e-4;

bool is_time(double seconds) { return std::isfinite(seconds) && seconds >= 0; }

// Why phases within `seconds` cannot be true; empty if they can.
std::string why_untrue(const PhaseSeconds& phases, double seconds, double slack) {
  for (const auto phase : kAllPhases) {
    const auto& value = phases[phase];
    if (!value || is_time(*value)) continue;
    return std::isnan(*value) ? fmt::format("phase '{}' is no number", to_text(phase))
                              : fmt::format("phase '{}' took {} s", to_text(phase), *value);
  }
  if (const double all = sum(phases); all > seconds * (1 + kRelativeSlack) + slack)
    return fmt::format("phases of {:.4g} s in a time of {:.4g} s", all, seconds);
  return "";
}

bool have_same_phases(const PhaseSeconds& a, const PhaseSeconds& b) {
  return std::ranges::all_of(kAllPhases,
                             [&](auto phase) { return a[phase].has_value() == b[phase].has_value(); });
}

PhaseSeconds phases_of(const TrainerLog& log, std::size_t position) {
  return position < log.phases.size() ? log.phases[position] : PhaseSeconds{};
}

void add(PhaseSeconds& to, const PhaseSeconds& from, double factor) {
  for (const auto phase : kAllPhases)
    if (from[phase]) to[phase] = to[phase].value_or(0) + factor * *from[phase];
}

// Rank 0's mean step. Without phases in any step, or with an untrue one, it has none.
PhaseSeconds mean_step(const TrainerLog& log, const MeasuredWindow& window,
                       std::vector<std::string>& refused) {
  PhaseSeconds mean;
  const auto first = static_cast<std::size_t>(window.warm_up_steps);
  const auto known = phases_of(log, first);
  for (std::size_t i = first; i < log.steps.size(); ++i) {
    const auto phases = phases_of(log, i);
    auto why = why_untrue(phases, *log.steps[i].seconds, kSlackSeconds);
    if (why.empty() && !have_same_phases(phases, known)) why = "not the same phases as in the step before";
    if (!why.empty()) {
      refused.push_back(fmt::format("{}: {}", step_name(log.steps[i], i), why));
      return {};
    }
    add(mean, phases, 1 / static_cast<double>(window.steps));
  }
  return mean;
}

std::string why_untrue(const RankSummary& rank, std::size_t position) {
  if (rank.rank != static_cast<std::int64_t>(position))
    return fmt::format("rank {} is missing, or there twice", position);
  if (!rank.steps || *rank.steps <= 0) return fmt::format("rank {} has no 'steps'", position);
  if (!rank.seconds || !is_time(*rank.seconds) || *rank.seconds == 0)
    return fmt::format("rank {} has no 'seconds' above 0", position);
  const auto slack = kSlackSeconds * static_cast<double>(*rank.steps);
  const auto why = why_untrue(rank.phases, *rank.seconds, slack);
  return why.empty() ? "" : fmt::format("rank {}: {}", position, why);
}

std::vector<RankSummary> checked_ranks(const TrainerLog& log, std::vector<std::string>& refused) {
  auto ranks = log.ranks;
  std::ranges::sort(ranks, [](const auto& a, const auto& b) { return a.rank < b.rank; });
  const auto asked = log.start ? log.start->world_size : std::nullopt;
  if (!ranks.empty() && asked && *asked != static_cast<std::int64_t>(ranks.size())) {
    refused.push_back(fmt::format("{} ranks of {} in 'ranks'", ranks.size(), *asked));
    return {};
  }
  for (std::size_t i = 0; i < ranks.size(); ++i)
    if (const auto why = why_untrue(ranks[i], i); !why.empty()) {
      refused.push_back(why);
      return {};
    }
  return ranks;
}

PhaseSeconds per_step(const RankSummary& rank) {
  PhaseSeconds phases;
  add(phases, rank.phases, 1 / static_cast<double>(*rank.steps));
  return phases;
}

bool all_know_phases_of(const std::vector<RankSummary>& ranks, const PhaseSeconds& phases) {
  return std::ranges::all_of(ranks, [&](const auto& rank) { return have_same_phases(rank.phases, phases); });
}

// The mean over the ranks, of each phase that they know: rank 0's steps of the window, and how the summaries
// of the others differ from its own, which may be over more steps.
void average_over_ranks(StepPhases& phases, double step_seconds) {
  if (phases.ranks.size() < 2 || !all_know_phases_of(phases.ranks, phases.ranks.front().phases)) return;
  PhaseSeconds mean;
  double seconds = 0;
  const auto share = 1 / static_cast<double>(phases.ranks.size());
  for (const auto& rank : phases.ranks) {
    add(mean, per_step(rank), share);
    seconds += share * *rank.seconds / static_cast<double>(*rank.steps);
  }
  const double scale = step_seconds / seconds;
  const auto own = per_step(phases.ranks.front());
  for (const auto phase : kAllPhases) {
    if (!mean[phase]) continue;
    const auto& of_steps = phases.per_step[phase];
    phases.per_step[phase] =
        of_steps ? *of_steps + scale * (*mean[phase] - *own[phase]) : scale * *mean[phase];
  }
  auto& communication = phases.per_step[Phase::communication];
  if (!communication) return;
  double least = *mean[Phase::communication];
  for (const auto& rank : phases.ranks) least = std::min(least, *per_step(rank)[Phase::communication]);
  phases.imbalance =
      std::clamp(scale * (*mean[Phase::communication] - least), 0.0, std::max(*communication, 0.0));
  *communication -= *phases.imbalance;
}

bool is_true(const CollectiveProbe& probe) {
  for (const auto& value : {probe.bytes, probe.seconds, probe.algbw_gb_per_s, probe.busbw_gb_per_s})
    if (value && (!std::isfinite(*value) || *value <= 0)) return false;
  return true;
}

}  // namespace

StepPhases step_phases(const TrainerLog& log, const MeasuredWindow& window) {
  StepPhases phases;
  phases.per_step = mean_step(log, window, phases.refused);
  phases.ranks = checked_ranks(log, phases.refused);
  average_over_ranks(phases, window.seconds / static_cast<double>(window.steps));
  for (const auto& probe : log.probes)
    if (is_true(probe))
      phases.probes.push_back(probe);
    else
      phases.refused.emplace_back("a probe with a figure that is not above 0");
  return phases;
}

std::optional<double> own_seconds_per_step(const RankSummary& rank) {
  const auto& communication = rank.phases[Phase::communication];
  if (!communication || !rank.seconds || !rank.steps) return std::nullopt;
  return (*rank.seconds - *communication) / static_cast<double>(*rank.steps);
}

}  // namespace scalegen
