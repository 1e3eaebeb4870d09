// Simulates what it does to coverage that disturbed runs are left out: by the rule until 0.2, by rounds
// (leave_out_disturbed), and not at all.
//
//     disturbed_bench [SWEEPS]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <string>
#include <utility>

#include "analysis/scaling/ladder.hpp"
#include "analysis/statistics/intervals.hpp"
#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {
namespace {

enum class Loads { each_run, whole_rounds, large_rungs, short_runs };

double uniform(std::mt19937_64& random) { return std::generate_canonical<double, 53>(random); }

/// Comparisons with the first rung: all of them, those without a star by a rule, and those that hold the
/// truth.
struct Counts {
  int all = 0;
  int certain = 0;
  int covered = 0;
};

using Runs = std::array<std::array<bool, kMostRounds>, kRungs>;

/// The log times of a sweep, and its disturbed runs as far as they are seen.
struct Sweep {
  stats::LogTimes times{};
  Runs is_seen{};
  Runs was_seen{};                          // until 0.2
  std::array<bool, kRungs> is_too_short{};  // to tell, in one run at least
};

// Other programs' share of a run's cores: one that counts as a disturbance, else less than that.
double load(double disturbed, std::mt19937_64& random) {
  return uniform(random) < disturbed ? 0.05 + 0.45 * uniform(random) : 0.05 * uniform(random);
}

// The first rung takes 1.6 s, each other one half of the one before. A load lengthens a run. Until 0.2 it was
// seen from 2 s on; now from 0.2 s on, less a tick of each core and each rank, and what is shorter is
// uncertain.
void see_load_of_short_run(Sweep& sweep, std::size_t k, std::size_t round, double share) {
  const double seconds = 1.6 / std::exp2(k) * std::exp(*sweep.times[k][round]);
  sweep.was_seen[k][round] = share >= 0.05 && seconds >= 2;
  sweep.is_seen[k][round] = share - 0.02 / seconds >= 0.05 && seconds >= 0.2;
  sweep.is_too_short[k] = sweep.is_too_short[k] || seconds < 0.2;
}

double share_of_disturbed(Loads loads, std::size_t k) {
  if (loads == Loads::short_runs) return 0.5;
  return loads == Loads::large_rungs ? 0.08 * static_cast<double>(k + 1) : 0.2;
}

Sweep made_up_sweep(const NoiseModel& model, std::size_t rounds, Loads loads, std::mt19937_64& random) {
  Sweep sweep{.times = made_up_times(model, random)};
  std::array<double, kMostRounds> of_round{};
  for (double& share : of_round) share = load(0.2, random);
  for (std::size_t k = 0; k < kRungs; ++k) {
    sweep.times[k].resize(rounds);
    for (std::size_t round = 0; round < rounds; ++round) {
      const double share =
          loads == Loads::whole_rounds ? of_round[round] : load(share_of_disturbed(loads, k), random);
      *sweep.times[k][round] -= std::log(1 - share);
      sweep.is_seen[k][round] = sweep.was_seen[k][round] = share >= 0.05;
      if (loads == Loads::short_runs) see_load_of_short_run(sweep, k, round, share);
    }
  }
  return sweep;
}

std::size_t left(const stats::LogTimeColumn& column) { return stats::observed(column).size(); }

// The rule until 0.2: disturbed runs alone are left out where enough others of their rung are left.
void leave_out_runs(Sweep& sweep) {
  sweep.is_seen = sweep.was_seen;
  sweep.is_too_short = {};
  for (std::size_t k = 0; k < kRungs; ++k) {
    auto column = sweep.times[k];
    for (std::size_t round = 0; round < column.size(); ++round)
      if (sweep.is_seen[k][round]) column[round].reset();
    if (left(column) < kUndisturbedRounds) continue;
    sweep.times[k] = std::move(column);
    sweep.is_seen[k] = {};
  }
}

// As leave_out_disturbed() does: whole rounds, where enough others are left.
void leave_out_rounds(Sweep& sweep) {
  auto times = sweep.times;
  for (std::size_t round = 0; round < times.front().size(); ++round)
    if (std::ranges::any_of(sweep.is_seen, [&](const auto& seen) { return seen[round]; }))
      for (auto& column : times) column[round].reset();
  if (left(times.front()) < kUndisturbedRounds) return;
  sweep.times = std::move(times);
  sweep.is_seen = {};
}

// All runs count, and none is seen.
void leave_out_none(Sweep& sweep) {
  sweep.is_seen = {};
  sweep.is_too_short = {};
}

bool covers(const stats::LogTimes& times, std::size_t rung, double truth) {
  stats::Sample sample{.y = times};
  sample.noise = stats::noise_of(sample.y);
  const auto ratio = stats::ratio_of(sample, 0, rung);
  return ratio && ratio->interval && ratio->interval->low <= truth && truth <= ratio->interval->high;
}

void add_comparisons(const NoiseModel& model, const Sweep& sweep, Counts& counts) {
  const auto has_star = [&](std::size_t k) {
    return sweep.is_too_short[k] || std::ranges::count(sweep.is_seen[k], true) > 0;
  };
  const auto medians = medians_of(model);
  for (std::size_t k = 1; k < kRungs; ++k) {
    ++counts.all;
    if (has_star(0) || has_star(k)) continue;
    ++counts.certain;
    counts.covered += covers(sweep.times, k, std::exp(medians[0] - medians[k])) ? 1 : 0;
  }
}

double percent(int part, int of) { return 100.0 * part / std::max(of, 1); }

std::string text_of(const Counts& counts) {
  if (counts.certain == 0) return "- (0)";
  return fmt::format("{:.1f} ({:.0f})", percent(counts.covered, counts.certain),
                     percent(counts.certain, counts.all));
}

void print_row(const NoiseModel& model, Loads loads, const char* name, int sweeps) {
  fmt::print("| {}, {} |", model.name, name);
  for (const std::size_t rounds : {4U, 6U, 8U}) {
    std::mt19937_64 random(7);
    std::array<Counts, 3> counts{};
    for (int i = 0; i < sweeps; ++i) {
      const auto measured = made_up_sweep(model, rounds, loads, random);
      auto of_rule = counts.begin();
      for (auto* const leave_out : {leave_out_runs, leave_out_rounds, leave_out_none}) {
        auto sweep = measured;
        leave_out(sweep);
        add_comparisons(model, sweep, *of_rule++);
      }
    }
    fmt::print(" {}, {}, {:.1f} |", text_of(counts[0]), text_of(counts[1]),
               percent(counts[2].covered, counts[2].all));
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace scalegen::coverage

int main(int argc, char** argv) {
  using namespace scalegen::coverage;
  const int sweeps = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2000;
  fmt::print("| noise, load | 4 rounds | 6 | 8 |\n|---|---|---|---|\n");
  for (const auto& model : {NoiseModel{.name = "2 %"}, NoiseModel{.name = "heavy tails", .heavy_tails = true},
                            NoiseModel{.name = "rounds shift", .round_shift = 0.05}}) {
    print_row(model, Loads::each_run, "single runs", sweeps);
    print_row(model, Loads::whole_rounds, "whole rounds", sweeps);
    print_row(model, Loads::large_rungs, "large sizes", sweeps);
    print_row(model, Loads::short_runs, "short runs", sweeps);
  }
}
