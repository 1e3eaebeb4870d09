#include "analysis/report/notes.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "analysis/report/each_point.hpp"
#include "analysis/report/words.hpp"
#include "analysis/statistics/claims.hpp"

namespace scalegen {
namespace {

using Texts = std::vector<std::string>;

void add_once(Texts& texts, const std::string& text) {
  if (std::find(texts.begin(), texts.end(), text) == texts.end()) texts.push_back(text);
}

std::size_t measured_runs(const ScalingPoint& point) {
  return static_cast<std::size_t>(std::count_if(point.runs.begin(), point.runs.end(),
                                                [](const auto& run) { return run.value.has_value(); }));
}

// Coverages of ranks are sums of binomials and never these.
bool is_pooled(double coverage) { return coverage == 0.95 || coverage == 0.90; }

std::string coverage_text(double coverage) {
  if (!is_pooled(coverage)) return percent(coverage) + ", from ranks";
  return fmt::format("{}, pooled over rungs and rounds (at least {} if rungs differ in noise)",
                     percent(coverage), percent(2 * coverage - 1));
}

void note_baseline(const Report& report, Texts& notes) {
  const auto& baseline = report.head.baseline;
  notes.push_back(fmt::format("baseline: {}, {}", baseline.rung, baseline.reason));
}

void note_intervals(const Report& report, Texts& notes) {
  Texts coverages;
  for_each_point(report, [&](const auto&, const auto& point) {
    if (point.speedup && point.speedup->interval)
      add_once(coverages, coverage_text(point.speedup->interval->coverage));
  });
  if (!coverages.empty()) notes.push_back(fmt::format("intervals: {}", fmt::join(coverages, "; ")));
  for (const auto& table : report.tables) {
    if (!table.noise) continue;
    for (std::size_t k = 0; k < table.points.size(); ++k)
      if (measured_runs(table.points[k]) >= 2 &&
          std::count(table.noise->rungs.begin(), table.noise->rungs.end(), k) == 0)
        notes.push_back(
            fmt::format("{} is clearly noisier than the others: its intervals stand on its own rounds",
                        point_name(table, table.points[k].rung)));
  }
}

void note_missing_intervals(const Report& report, Texts& notes) {
  bool one_round = false;
  bool no_scatter = false;
  for_each_point(report, [&](const auto&, const auto& point) {
    if (point.is_baseline || !point.speedup || point.speedup->interval) return;
    (measured_runs(point) == 1 ? one_round : no_scatter) = true;
  });
  if (one_round)
    notes.push_back(
        report.head.imported
            ? "one round gives no interval, and nothing is told from chance: add the times of further rounds"
            : "one round gives no interval, and nothing is told from chance: add 'repeats: 3' to the sweep");
  if (no_scatter)
    notes.push_back(
        "no interval where rounds give too little to see the noise, or times that do not scatter");
}

void note_warm_up(const Report& report, Texts& notes) {
  std::set<std::int64_t> left_out;
  std::set<std::int64_t> all;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value || !run.window) continue;
      left_out.insert(run.window->warm_up_steps);
      all.insert(run.window->warm_up_steps + run.window->steps);
    }
  });
  const auto range = [](const std::set<std::int64_t>& values) {
    return *values.begin() == *values.rbegin() ? fmt::format("{}", *values.begin())
                                               : fmt::format("{} to {}", *values.begin(), *values.rbegin());
  };
  if (!all.empty())
    notes.push_back(fmt::format("warm-up: {} of {} steps left out (MSER-5)", range(left_out), range(all)));
}

std::string claim_text(const std::string& name, const Claim& claim, std::size_t claims) {
  const auto& interval = *claim.ratio.interval;
  const bool excluded_alone = interval.low > 1 || interval.high < 1;
  const auto among = excluded_alone ? fmt::format(" among {} claims", claims) : "";
  if (claim.against != "ideal")
    return fmt::format("{} is not distinguishable from {}{}: {}", name, claim.against, among,
                       speedup_text(claim.ratio));
  auto text = fmt::format("{} is not distinguishable from ideal{}: efficiency {}", name, among,
                          ratio_text(claim.ratio));
  if (interval.low < 1)
    text += fmt::format("; a loss up to {:.2g} % is not excluded", 100 * (1 - interval.low));
  return text;
}

std::size_t claims_in(const Report& report) {
  std::size_t count = 0;
  for_each_point(report, [&](const auto&, const auto& point) { count += point.claims.size(); });
  return count;
}

// The most rounds that any table needs to tell a loss of 5 % from none.
int rounds_for_five_percent(const Report& report) {
  int rounds = 0;
  for (const auto& table : report.tables)
    if (table.noise && table.points.size() > 1)
      rounds = std::max(rounds, rounds_needed(*table.noise, table.points.size(), -std::log(0.95)));
  return rounds;
}

void note_claims(const Report& report, Texts& notes) {
  bool loss_open = false;
  const auto claims = claims_in(report);
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& claim : point.claims) {
      if (holds(claim)) continue;
      notes.push_back(claim_text(point_name(table, point.rung), claim, claims));
      loss_open = loss_open || (claim.against == "ideal" && claim.ratio.interval->low < 0.95);
    }
  });
  const auto rounds = rounds_for_five_percent(report);
  if (loss_open && rounds > report.head.rounds)
    notes.push_back(fmt::format("to tell a loss of 5 % from none, with a power of 80 %: {}{} rounds", rounds,
                                rounds == kMostRounds ? " or more" : ""));
}

void note_noted_differences(const Report& report, Texts& notes) {
  for_each_point(report, [&](const auto& table, const auto& point) {
    for (const auto& d : point.differences)
      if (d.consequence == Consequence::noted)
        notes.push_back(fmt::format("{}: {} is {}, and {} in the baseline", point_name(table, point.rung),
                                    words(d.key), d.here, d.baseline));
  });
}

void note_unchecked(const Report& report, Texts& notes) {
  Texts keys;
  for_each_point(report, [&](const auto&, const auto& point) {
    for (const auto& run : point.runs) {
      if (!run.value) continue;
      for (const auto& key : not_said(report.head.scaling, run.conditions))
        add_once(keys, report.head.imported && key == "global_batch" ? "batch" : words(key));
      if (!run.start || !run.start->world_size) add_once(keys, "world size");
    }
  });
  if (!keys.empty())
    notes.push_back(
        fmt::format("not checked: {} ({})", fmt::join(keys, ", "),
                    report.head.imported ? "the table does not say them" : "not all runs say them"));
}

}  // namespace

Texts notes_of(const Report& report) {
  Texts notes;
  note_baseline(report, notes);
  note_intervals(report, notes);
  note_missing_intervals(report, notes);
  note_warm_up(report, notes);
  note_claims(report, notes);
  note_noted_differences(report, notes);
  note_unchecked(report, notes);
  return notes;
}

}  // namespace scalegen
