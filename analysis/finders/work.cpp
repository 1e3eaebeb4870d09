#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <optional>

#include "analysis/document/texts.hpp"
#include "analysis/finders/finders.hpp"
#include "analysis/losses/waterfall.hpp"
#include "analysis/scaling/figure_text.hpp"
#include "analysis/scaling/one_rank.hpp"
#include "core/metric_unit.hpp"
#include "core/text.hpp"

// Signs that the ranks of a program of one's own did not work together, or did no work.

namespace scalegen::finders {
namespace {

using Runs = std::vector<const Measurement*>;

constexpr std::size_t kLongestQuote = 100;  // in bytes

std::string last_line_text(const Measurement& run) {
  if (run.last_line.empty()) return "it printed nothing";
  return fmt::format("its last line is '{}'", at_most(run.last_line, kLongestQuote));
}

// NCCL's log of connections knows better. Ranks of MPI meet over that.
bool worked_alone(const Measurement& run) {
  return run.meeting.happened == false && run.placement.nccl_transports.empty() &&
         std::ranges::none_of(run.placement.tasks, &TaskPlacement::is_of_mpi);
}

/// A part of a wall time.
struct StartUp {
  double seconds = 0;
  double of = 0;
};

double share(const StartUp& start_up) { return start_up.seconds / start_up.of; }

// The run with the smallest share. Before ranks meet they load, read and import.
std::optional<StartUp> start_up_of(const ScalingPoint& point) {
  std::optional<StartUp> least;
  for (const auto* run : runs_that(point, [](const auto& r) { return r.command && r.meeting.not_before; })) {
    const StartUp start_up{std::max(*run->meeting.not_before - run->command->start, 0.0),
                           seconds(*run->command)};
    if (!least || share(start_up) < share(*least)) least = start_up;
  }
  return least;
}

std::string seconds_text(const StartUp& start_up) {
  return fmt::format("at least {} s of {} s", value_text(start_up.seconds, Quantity::rate),
                     value_text(start_up.of, Quantity::rate));
}

// A Python program that imports PyTorch, finds no GPU and exits takes 2 to 6 s, and more where files are read
// over a network: below twice that time, start-up may be most of a wall time.
constexpr double kTooShort = 10;

// A program that trained says something, if only at its end. Longer ones may have written to files alone.
constexpr double kSilent = 60;

// Runs with a wall time alone: nothing else is known of what they did.
Runs of_unknown_work(const ScalingPoint& point) {
  if (find(point.findings, FindingKind::worked_alone) != nullptr || start_up_of(point)) return {};
  return runs_that(point, [](const auto& run) { return run.command.has_value(); });
}

// On a busy machine a program that exits at once takes longer.
double seconds_without_others(const Measurement& run) {
  const auto others = run.load ? run.load->others.value_or(0) : 0;
  return seconds(*run.command) * (1 - others);
}

Runs too_short(const ScalingPoint& point) {
  auto runs = of_unknown_work(point);
  std::erase_if(runs, [](const auto* run) { return seconds_without_others(*run) >= kTooShort; });
  return runs;
}

bool is_silent(const Measurement& run) {
  return run.last_line.empty() && run.meeting.happened != true && seconds(*run.command) < kSilent;
}

Runs silent(const ScalingPoint& point) {
  if (!too_short(point).empty()) return {};
  auto runs = of_unknown_work(point);
  std::erase_if(runs, [](const auto* run) { return !is_silent(*run); });
  return runs;
}

// Rounds are named where not all runs of the rung are concerned.
std::vector<int> rounds_of_some(const ScalingPoint& point, const Runs& runs) {
  return runs.size() == point.runs.size() ? std::vector<int>() : rounds_of(point, runs);
}

// "at most 18.4 s, of which 57 % were others'": of the longest run.
std::string longest_text(const Runs& runs) {
  const auto* const longest =
      *std::ranges::max_element(runs, {}, [](const auto* run) { return seconds(*run->command); });
  const auto others = longest->load ? std::lround(100 * longest->load->others.value_or(0)) : 0;
  return fmt::format("{}{} s{}", runs.size() == 1 ? "" : "at most ",
                     value_text(seconds(*longest->command), Quantity::rate),
                     others > 0 ? fmt::format(", of which {} % were others'", others) : "");
}

// Nothing is found if nothing is to be asked. torchrun starts programs of PyTorch alone.
Findings question_on_work(const report::ReportHead& head, const ScalingTable& table) {
  const auto& unit = head.metric.unit;
  const auto baseline = point_name(table, head.baseline.rung);
  if (may_be_rates_of_one_rank(table, head.metric)) {
    Finding found{
        .kind = FindingKind::rate_of_one_rank,
        .facts = {
            {"unit", unit},
            {"baseline", baseline},
            {"matches", each_rank_prints(table) ? ", and the matches of a run grow with the ranks" : ""}}};
    for (const auto* point : larger_than_baseline(table))
      found.rungs.push_back(point_name(table, point->rung));
    return {std::move(found)};
  }
  const bool is_asked = head.metric.quantity == Quantity::time ||
                        (table.scaling == Scaling::strong && !may_be_of_one_rank(parse_unit(unit)));
  if (!is_asked || !no_larger_rung_is_faster(table)) return {};
  return {
      {.kind = FindingKind::undivided_work,
       .facts = {{"baseline", baseline},
                 {"hint", head.start == Start::each_node ? " A DistributedSampler, say, gives each its share"
                                                         : ""}}}};
}

}  // namespace

bool did_no_work(const ScalingPoint& point) {
  return std::ranges::any_of(point.findings, [](const Finding& finding) {
    return finding.kind == FindingKind::worked_alone || finding.kind == FindingKind::mostly_start_up ||
           finding.kind == FindingKind::too_short || finding.kind == FindingKind::silent;
  });
}

// Names controls only in a sweep of controls alone: beside other tables they are in none.
Findings control_runs(const Measured& measured) {
  Finding found{.kind = FindingKind::control_run};
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    if (losses::is_of_a_control(point)) found.rungs.push_back(point_name(table, point.rung));
  });
  return found.rungs.empty() ? Findings() : Findings{std::move(found)};
}

Findings runs_alone(const Measured& measured) {
  Findings found;
  if (!measured.head.own_program) return found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto runs = runs_that(point, worked_alone);
    if (table.scaling != Scaling::throughput && !runs.empty())
      found.push_back({.kind = FindingKind::worked_alone,
                       .rungs = {point_name(table, point.rung)},
                       .rounds = rounds_of_some(point, runs),
                       .facts = {{"last_line", last_line_text(*runs.front())}}});
  });
  return found;
}

Findings runs_of_start_up(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto start_up = start_up_of(point);
    if (start_up && share(*start_up) > 0.5)
      found.push_back({.kind = FindingKind::mostly_start_up,
                       .rungs = {point_name(table, point.rung)},
                       .facts = {{"seconds", seconds_text(*start_up)}}});
  });
  return found;
}

Findings short_runs(const Measured& measured) {
  Finding found{.kind = FindingKind::too_short};
  Texts texts;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto runs = too_short(point);
    if (runs.empty()) return;
    found.rungs.push_back(point_name(table, point.rung));
    texts.push_back(
        fmt::format("{} * ({}; {})", found.rungs.back(), longest_text(runs), last_line_text(*runs.front())));
  });
  if (texts.empty()) return {};
  found.facts = {{"runs", join_truncated(texts, ", ")}, {"limit", fmt::format("{}", kTooShort)}};
  return {std::move(found)};
}

Findings silent_runs(const Measured& measured) {
  Findings found;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    if (const auto runs = silent(point); !runs.empty())
      found.push_back({.kind = FindingKind::silent,
                       .rungs = {point_name(table, point.rung)},
                       .rounds = rounds_of_some(point, runs),
                       .facts = {{"seconds", longest_text(runs)}}});
  });
  return found;
}

// More ranks are to divide the work of a ladder, or to do more: a script without a sampler does all of it on
// each, and many print the rate of their own rank.
Findings undivided_work(const Measured& measured) {
  const auto& head = measured.head;
  if (!head.own_program || head.metric.source == MetricSource::event_lines) return {};
  Findings found;
  for (const auto& table : measured.tables) {
    if (table.scaling == Scaling::throughput || std::ranges::any_of(table.points, did_no_work)) continue;
    for (auto& question : question_on_work(head, table)) found.push_back(std::move(question));
  }
  return found;
}

Findings stated_batches(const Measured& measured) {
  const auto is_strong = [](const auto& table) { return table.scaling == Scaling::strong; };
  if (!measured.head.batch_is_stated || std::ranges::none_of(measured.tables, is_strong)) return {};
  return {{.kind = FindingKind::stated_batch}};
}

Findings start_ups(const Measured& measured) {
  Finding found{.kind = FindingKind::start_up};
  Texts texts;
  for_each_point(measured.tables, [&](const auto& table, const auto& point) {
    const auto start_up = start_up_of(point);
    if (!start_up || start_up->seconds <= 0) return;
    found.rungs.push_back(point_name(table, point.rung));
    texts.push_back(fmt::format("{} in {}", seconds_text(*start_up), found.rungs.back()));
  });
  if (texts.empty()) return {};
  found.facts = {{"shares", join_truncated(texts)}};
  return {std::move(found)};
}

Findings processes_that_went_on(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::went_on, [](const Measurement& run) { return !run.went_on.empty(); },
      [](const Measurement& first) {
        return Facts{{"run", first.run}, {"process", first.went_on.front()}};
      });
}

Findings doubtful_times(const Measured& measured) {
  return for_rungs_with(
      measured, FindingKind::doubtful_time,
      [](const Measurement& run) { return run.wall_time && !run.wall_time->doubt.empty(); },
      [](const Measurement& first) {
        return Facts{{"doubt", first.wall_time->doubt}};
      });
}

Findings older_wall_times(const Measured& measured) {
  const bool any = any_measured_run(measured.tables, [](const Measurement& run) {
    return run.wall_time && run.wall_time->may_include_waits;
  });
  return any ? Findings{{.kind = FindingKind::older_wall_times}} : Findings();
}

}  // namespace scalegen::finders
