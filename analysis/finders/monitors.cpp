#include <fmt/format.h>

#include <algorithm>

#include "analysis/conditions/work.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/measurement/model_flops.hpp"
#include "core/units.hpp"

// Monitors of GPUs and event lines, as far as they contradict the run or cannot be read.

namespace scalegen::finders {
namespace {

/// The monitors' files that were not read for one reason.
struct UnreadFiles {
  UnreadMonitor first{};
  std::string folder{};  // of the first
  int others = 0;
};

std::vector<UnreadFiles> unread_files(const Measured& measured) {
  std::vector<UnreadFiles> all;
  for_each_point(measured.tables, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs)
      for (const auto& unread : run.unread_monitors) {
        const auto same =
            std::ranges::find_if(all, [&](const auto& files) { return files.first.reason == unread.reason; });
        if (same != all.end())
          ++same->others;
        else
          all.push_back({.first = unread, .folder = fmt::format("runs/{}/{}", run.run, run.attempt)});
      }
  });
  return all;
}

void add_foreign_gpus(const Measured& measured, Findings& findings) {
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      if (run.gpus.empty() || saw_only_own_gpus(point, run)) continue;
      findings.push_back({.kind = FindingKind::foreign_gpus,
                          .rungs = {point_name(table, point.rung)},
                          .rounds = {run.round},
                          .facts = {{"round", fmt::format("{}", run.round)},
                                    {"seen", fmt::format("{}", run.gpus.size())},
                                    {"own", fmt::format("{}", point.shape.ranks.value_or(0))}}});
    }
  });
}

void add_unread_monitors(const Measured& measured, Findings& findings) {
  for (const auto& [first, folder, others] : unread_files(measured)) {
    const bool has_detail = !first.detail.empty();
    findings.push_back(
        {.kind = FindingKind::unread_monitor,
         .facts = {{"files", fmt::format("{}{}/{}{}", has_detail ? "some lines of " : "", folder, first.file,
                                         others == 0 ? "" : " and " + counted(others, "other file"))},
                   {"reason", first.reason + (has_detail ? ": " + first.detail : "")}}});
  }
}

std::ptrdiff_t idle_count(const ScalingPoint& point, const Measurement& run) {
  if (!saw_only_own_gpus(point, run)) return 0;
  return std::ranges::count_if(run.gpus, [](const auto& gpu) { return gpu.is_idle; });
}

std::optional<double> micro_steps_of(const Measurement& run) {
  const auto* const value = find(run.conditions, "accumulate");
  const auto* const whole = value == nullptr ? nullptr : std::get_if<std::int64_t>(value);
  return whole != nullptr && *whole > 0 ? std::optional(static_cast<double>(*whole)) : std::nullopt;
}

// Short last steps of epochs make the mean smaller, but not half as large.
bool is_like(double said, double batch) {
  constexpr double kMost = 1.01;
  constexpr double kLeast = 0.55;
  return said <= kMost * batch && said >= kLeast * batch;
}

double said_samples(const Measurement& run) {
  return static_cast<double>(run.window->samples) / static_cast<double>(run.window->steps);
}

// A micro-step of `accumulate` has its part of the batch.
bool says_other_samples(const ScalingPoint& point, const Measurement& run) {
  if (!run.window || run.window->steps < 1) return false;
  const auto batch = samples_per_step(point.shape, run.conditions);
  return batch && !is_like(said_samples(run), *batch) &&
         !is_like(said_samples(run), *batch / micro_steps_of(run).value_or(1));
}

bool is_beyond_peak(const Measurement& run) {
  const auto* const tflops = find_figure(run.further, kTflops);
  const auto peak = run.start ? peak_tflops(*run.start, run.conditions) : std::nullopt;
  return tflops != nullptr && peak && *tflops->value > *peak;
}

// Finding the scale of fp16 skips some steps. Those whose loss is no number are skipped as well: told once.
std::string text_of_lost_steps(const Measurement& run) {
  const auto& [steps, no_loss, skipped] = run.lost_steps;
  if (no_loss > 0)
    return fmt::format("no loss in the last {} of {} steps of {}, as one that is no number cannot be written",
                       no_loss, steps, run.run);
  if (4 * skipped <= steps) return "";
  return fmt::format("{} of {} steps of {} were skipped, as their gradients overflowed in fp16", skipped,
                     steps, run.run);
}

}  // namespace

Findings doubtful_gpus(const Measured& measured) {
  Findings findings;
  add_foreign_gpus(measured, findings);
  add_unread_monitors(measured, findings);
  return findings;
}

Findings refused_phases(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    for (const auto& run : point.runs) {
      const auto& refused = run.step_phases.refused;
      if (refused.empty()) continue;
      const auto more = refused.size() - 1;
      found.push_back(
          {.kind = FindingKind::refused_phases,
           .rungs = {point_name(table, point.rung)},
           .rounds = {run.round},
           .facts = {{"round", fmt::format("{}", run.round)},
                     {"refused", refused.front() + (more > 0 ? fmt::format(" and {} more", more) : "")}}});
    }
  });
  return found;
}

// Rates are made of the samples that step lines say. Those of rank 0 alone are a part of them.
Findings other_samples(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto runs = runs_that(point, [&](const auto& run) { return says_other_samples(point, run); });
    if (runs.empty()) return;
    const auto& first = *runs.front();
    found.push_back(
        {.kind = FindingKind::other_samples,
         .rungs = {point_name(table, point.rung)},
         .facts = {{"said", fmt::format("{:.4g}", said_samples(first))},
                   {"batch", fmt::format("{:g}", *samples_per_step(point.shape, first.conditions))},
                   {"micro_steps",
                    micro_steps_of(first) ? ", of an optimizer step or of each of its micro-steps" : ""}}});
  });
  return found;
}

Findings contradictions(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::contradiction, [](const Measurement& run) { return !run.contradiction.empty(); },
      [](const Measurement& first) {
        return Facts{{"run", first.run}, {"why", first.contradiction}};
      });
}

Findings lost_steps(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::lost_steps,
      [](const Measurement& run) { return !text_of_lost_steps(run).empty(); },
      [](const Measurement& first) {
        return Facts{{"lost", text_of_lost_steps(first)}};
      });
}

Findings beyond_peaks(const Measured& measured) {
  return for_rungs_with(measured, FindingKind::beyond_peak, is_beyond_peak, [](const Measurement& first) {
    return Facts{{"tflops", fmt::format("{:.4g}", *find_figure(first.further, kTflops)->value)},
                 {"peak", fmt::format("{:g}", *peak_tflops(*first.start, first.conditions))}};
  });
}

Findings idle_gpus(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto runs = runs_that(point, [&](const auto& run) { return idle_count(point, run) > 0; });
    if (runs.empty()) return;
    const auto& first = *runs.front();
    const auto idle = idle_count(point, first);
    found.push_back({.kind = FindingKind::idle_gpus,
                     .rungs = {point_name(table, point.rung)},
                     .facts = {{"idle", fmt::format("{}", idle)},
                               {"gpus", counted(std::ssize(first.gpus), "GPU")},
                               {"was", idle == 1 ? "was" : "were"},
                               {"run", first.run}}});
  });
  return found;
}

Findings emulated_precisions(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::emulated_precision,
      [](const Measurement& run) { return run.start && run.start->emulates_bf16; },
      [](const Measurement&) { return Facts{}; });
}

}  // namespace scalegen::finders
