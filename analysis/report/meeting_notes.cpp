#include "analysis/report/meeting_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "analysis/report/numbers.hpp"
#include "core/text.hpp"
#include "core/units.hpp"

namespace scalegen::report {
namespace {

using Texts = std::vector<std::string>;

constexpr std::size_t kLongestLine = 100;  // in bytes

std::string last_line_text(const Measurement& run) {
  if (run.last_line.empty()) return "it printed nothing";
  return fmt::format("its last line is '{}'", at_most(run.last_line, kLongestLine));
}

// A trainer that says its world size, and NCCL's log of connections, know better.
bool worked_alone(const Measurement& run) {
  const bool says_world_size = run.start && run.start->world_size;
  return run.value && run.meeting.happened == false && !says_world_size &&
         run.placement.nccl_transports.empty();
}

// What ranks say of their own work grows with them only if they work together, wherever they met.
bool shows_common_work(const ScalingPoint& point) {
  constexpr double kFaster = 1.25;
  const bool from_the_program = std::none_of(point.runs.begin(), point.runs.end(), [](const auto& run) {
    return run.source == MetricSource::wall_time;
  });
  return from_the_program && !point.is_baseline && point.speedup && point.speedup->centre >= kFaster;
}

std::vector<const Measurement*> runs_alone(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  if (shows_common_work(point)) return runs;
  for (const auto& run : point.runs)
    if (worked_alone(run)) runs.push_back(&run);
  return runs;
}

/// A part of a wall time.
struct StartUp {
  double seconds = 0;
  double of = 0;
};

double share(const StartUp& start_up) { return start_up.seconds / start_up.of; }

// Of the run with the smallest share. Before ranks meet they load, read and import.
std::optional<StartUp> start_up_of(const ScalingPoint& point) {
  std::optional<StartUp> least;
  for (const auto& run : point.runs) {
    if (!run.value || !run.command || !run.meeting.not_before) continue;
    const StartUp start_up{std::max(*run.meeting.not_before - run.command->start, 0.0),
                           seconds(*run.command)};
    if (!least || share(start_up) < share(*least)) least = start_up;
  }
  return least;
}

bool is_most_start_up(const ScalingPoint& point) {
  const auto start_up = start_up_of(point);
  return start_up && share(*start_up) > 0.5;
}

std::string seconds_text(const StartUp& start_up) {
  return fmt::format("at least {} s of {} s", value_text(start_up.seconds, Quantity::rate),
                     value_text(start_up.of, Quantity::rate));
}

// Python and PyTorch alone take seconds to start.
constexpr double kSoonOver = 5;

bool is_soon_over(const ScalingPoint& point) {
  return std::all_of(point.runs.begin(), point.runs.end(), [](const auto& run) {
    return run.value && run.command && seconds(*run.command) < kSoonOver;
  });
}

Texts soon_over_notes(const Report& report) {
  Texts rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (is_soon_over(point) && runs_alone(point).empty() && !start_up_of(point))
      rungs.push_back(
          fmt::format("{} ({})", point_name(table, point.rung), last_line_text(point.runs.front())));
  });
  if (rungs.empty()) return {};
  return {fmt::format("over in less than {} s, most of which may be start-up: {}", kSoonOver,
                      join_truncated(rungs, "; "))};
}

Texts start_up_shares(const Report& report) {
  Texts rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (const auto start_up = start_up_of(point); start_up && start_up->seconds > 0)
      rungs.push_back(fmt::format("{} in {}", seconds_text(*start_up), point_name(table, point.rung)));
  });
  if (rungs.empty()) return {};
  return {"start-up, until ranks met: " + join_truncated(rungs)};
}

}  // namespace

bool is_of_no_work(const ScalingPoint& point) {
  return !runs_alone(point).empty() || is_most_start_up(point);
}

Texts meeting_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    const auto name = point_name(table, point.rung);
    if (const auto alone = runs_alone(point); !alone.empty())
      warnings.push_back(
          fmt::format("{} *: its ranks opened no process group at $MASTER_PORT{}: unless they met elsewhere, "
                      "each worked alone; {}",
                      name, alone.size() == point.runs.size() ? "" : in_rounds(point, alone),
                      last_line_text(*alone.front())));
    if (is_most_start_up(point))
      warnings.push_back(
          fmt::format("{} *: most of its wall time is start-up: {} passed before its ranks met; let it train "
                      "longer, or name the figure that it prints with 'metrics:'",
                      name, seconds_text(*start_up_of(point))));
  });
  return warnings;
}

Texts start_up_notes(const Report& report) {
  auto notes = start_up_shares(report);
  for (auto& note : soon_over_notes(report)) notes.push_back(std::move(note));
  return notes;
}

}  // namespace scalegen::report
