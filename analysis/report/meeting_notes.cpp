#include "analysis/report/meeting_notes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/report/numbers.hpp"
#include "core/metric_unit.hpp"
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
  const bool from_the_program =
      std::ranges::none_of(point.runs, [](const auto& run) { return run.source == MetricSource::wall_time; });
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

// A Python program that imports PyTorch, finds no GPU and exits takes 2 to 6 s, and more
// where files are read over a network: below twice that time, start-up may be most of a wall time.
constexpr double kTooShort = 10;

// A program that trained says something, if only at its end. Longer ones may have written to files alone.
constexpr double kSilent = 60;

bool has_wall_time(const Measurement& run) { return run.value && run.command; }

// By wall time alone: nothing else is known of what these runs did.
std::vector<const Measurement*> runs_of_unknown_work(const ScalingPoint& point) {
  std::vector<const Measurement*> runs;
  if (!runs_alone(point).empty() || start_up_of(point)) return runs;
  for (const auto& run : point.runs)
    if (has_wall_time(run)) runs.push_back(&run);
  return runs;
}

bool is_silent(const Measurement& run) {
  return run.last_line.empty() && run.meeting.happened != true && seconds(*run.command) < kSilent;
}

// On a busy machine a program that exits at once takes longer.
double seconds_without_others(const Measurement& run) {
  const auto others = run.load ? run.load->others.value_or(0) : 0;
  return seconds(*run.command) * (1 - others);
}

std::vector<const Measurement*> short_runs(const ScalingPoint& point) {
  auto runs = runs_of_unknown_work(point);
  std::erase_if(runs, [](const auto* run) { return seconds_without_others(*run) >= kTooShort; });
  return runs;
}

std::vector<const Measurement*> silent_runs(const ScalingPoint& point) {
  if (!short_runs(point).empty()) return {};
  auto runs = runs_of_unknown_work(point);
  std::erase_if(runs, [](const auto* run) { return !is_silent(*run); });
  return runs;
}

// "at most 18.4 s, of which 57 % were others'": of the longest run.
std::string longest_text(const std::vector<const Measurement*>& runs) {
  const auto* const longest =
      *std::ranges::max_element(runs, {}, [](const auto* run) { return seconds(*run->command); });
  const auto others = longest->load ? std::lround(100 * longest->load->others.value_or(0)) : 0;
  return fmt::format("{}{} s{}", runs.size() == 1 ? "" : "at most ",
                     value_text(seconds(*longest->command), Quantity::rate),
                     others > 0 ? fmt::format(", of which {} % were others'", others) : "");
}

Texts short_run_warnings(const Report& report) {
  Texts rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (const auto runs = short_runs(point); !runs.empty())
      rungs.push_back(fmt::format("{} * ({}; {})", point_name(table, point.rung), longest_text(runs),
                                  last_line_text(*runs.front())));
  });
  if (rungs.empty()) return {};
  return {fmt::format(
      "too short to tell anything about training: {}: of a wall time below {} s, without what other programs "
      "took, most may be start-up; make the runs longer, with more epochs, say, or name the figure that the "
      "program prints with 'metrics:'",
      join_truncated(rungs, ", "), kTooShort)};
}

Texts silent_run_warnings(const Report& report) {
  Texts warnings;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (const auto runs = silent_runs(point); !runs.empty())
      warnings.push_back(
          fmt::format("{} *: ended with status 0 after {} and printed nothing{}: nothing shows that it did "
                      "any work",
                      point_name(table, point.rung), longest_text(runs),
                      runs.size() == point.runs.size() ? "" : in_rounds(point, runs)));
  });
  return warnings;
}

// Empty: nothing is to be asked. torchrun starts programs of PyTorch alone.
std::string question_on_work(const ReportHead& head, const ScalingTable& table) {
  const auto& [unit, baseline] = std::pair(head.metric.unit, point_name(table, head.baseline.rung));
  Texts rungs;
  for (const auto& point : table.points)
    if (point.may_be_of_one_rank) rungs.push_back(point_name(table, point.rung));
  if (!rungs.empty())
    return fmt::format(
        "{0} *: no larger rung has clearly more {1} than {2}{3}: is this the rate of one rank? Then write "
        "the unit as {1}/rank, else as '{1} total'",
        join_truncated(rungs), unit, baseline,
        each_rank_prints(table) ? ", and the matches of a run grow with the ranks" : "");
  const bool is_asked = head.metric.quantity == Quantity::time ||
                        (table.scaling == Scaling::strong && !may_be_of_one_rank(parse_unit(unit)));
  if (!is_asked || !no_larger_rung_is_faster(table)) return "";
  return fmt::format(
      "no larger rung is more than 5 % faster than {}: does each rank do all of the work?{}", baseline,
      head.start == Start::each_node ? " A DistributedSampler, say, gives each its share" : "");
}

}  // namespace

bool is_of_no_work(const ScalingPoint& point) {
  return !runs_alone(point).empty() || is_most_start_up(point) || !short_runs(point).empty() ||
         !silent_runs(point).empty();
}

void remove_claims_of_no_work(Report& report) {
  for (auto& table : report.tables) {
    std::vector<bool> works;
    for (const auto& point : table.points) works.push_back(!is_of_no_work(point));
    for (std::size_t k = 0; k < table.points.size(); ++k)
      std::erase_if(table.points[k].claims,
                    [&](const Claim& claim) { return !works[k] || !works[claim.divided]; });
  }
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
  for (const auto& others : {short_run_warnings(report), silent_run_warnings(report)})
    warnings.insert(warnings.end(), others.begin(), others.end());
  return warnings;
}

// More ranks are to divide the work of a ladder, or to do more: a script without a sampler does all of it on
// each, and many print the rate of their own rank.
Texts undivided_work_warnings(const Report& report) {
  const auto& head = report.head;
  if (!head.own_program || head.metric.source == MetricSource::event_lines) return {};
  Texts warnings;
  for (const auto& table : report.tables) {
    const bool is_explained = std::ranges::any_of(table.points, is_of_no_work);
    if (table.scaling == Scaling::throughput || is_explained) continue;
    if (auto question = question_on_work(head, table); !question.empty())
      warnings.push_back(std::move(question));
  }
  return warnings;
}

Texts start_up_notes(const Report& report) {
  Texts rungs;
  for_each_point(report, [&](const auto& table, const auto& point) {
    if (const auto start_up = start_up_of(point); start_up && start_up->seconds > 0)
      rungs.push_back(fmt::format("{} in {}", seconds_text(*start_up), point_name(table, point.rung)));
  });
  if (rungs.empty()) return {};
  return {"start-up, until ranks met: " + join_truncated(rungs)};
}

}  // namespace scalegen::report
