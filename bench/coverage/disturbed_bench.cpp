// Simulates what it does to coverage that disturbed runs are left out (leave_out_disturbed).
//
//     disturbed_bench [SWEEPS]
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>

#include "analysis/scaling/ladder.hpp"
#include "analysis/statistics/intervals.hpp"
#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {
namespace {

enum class Loads { each_run, whole_rounds, large_rungs };

double uniform(std::mt19937_64& random) { return std::generate_canonical<double, 53>(random); }

/// Counts of comparisons with the first rung: those without a star, and those among them that hold the truth.
struct Counts {
  int all = 0;
  int undisturbed = 0;  // before the rule
  int unstarred = 0;
  int covered = 0;
  int covered_with_all = 0;  // if disturbed runs counted
};

// Other programs' share of a run's cores: one that counts as a disturbance, else less than that.
double load(double disturbed, std::mt19937_64& random) {
  return uniform(random) < disturbed ? 0.05 + 0.45 * uniform(random) : 0.05 * uniform(random);
}

bool covers(const stats::LogTimes& times, std::size_t rung, double truth) {
  stats::Sample sample{.y = times};
  sample.noise = stats::noise_of(sample.y);
  const auto ratio = stats::ratio_of(sample, 0, rung);
  return ratio && ratio->interval && ratio->interval->low <= truth && truth <= ratio->interval->high;
}

void add_sweep(const NoiseModel& model, std::size_t rounds, Loads loads, std::mt19937_64& random,
               Counts& counts) {
  auto times = made_up_times(model, random);
  auto left = times;
  std::array<std::size_t, kRungs> disturbed{};
  std::array<double, kMostRounds> of_round{};
  for (double& share : of_round) share = load(0.2, random);
  for (std::size_t k = 0; k < kRungs; ++k) {
    const double often = loads == Loads::large_rungs ? 0.08 * static_cast<double>(k + 1) : 0.2;
    times[k].resize(rounds);
    left[k].resize(rounds);
    for (std::size_t round = 0; round < rounds; ++round) {
      const double share = loads == Loads::whole_rounds ? of_round[round] : load(often, random);
      *times[k][round] -= std::log(1 - share);
      left[k][round] = share < 0.05 ? times[k][round] : std::nullopt;
      disturbed[k] += share < 0.05 ? 0 : 1;
    }
    if (rounds - disturbed[k] < kUndisturbedRounds) left[k] = times[k];
  }
  const auto has_star = [&](std::size_t k) {
    return disturbed[k] > 0 && rounds - disturbed[k] < kUndisturbedRounds;
  };
  for (std::size_t k = 1; k < kRungs; ++k) {
    ++counts.all;
    counts.undisturbed += disturbed[0] + disturbed[k] == 0 ? 1 : 0;
    if (has_star(0) || has_star(k)) continue;
    const double truth = std::exp(medians_of(model)[0] - medians_of(model)[k]);
    ++counts.unstarred;
    counts.covered += covers(left, k, truth) ? 1 : 0;
    counts.covered_with_all += covers(times, k, truth) ? 1 : 0;
  }
}

void print_row(const NoiseModel& model, Loads loads, const char* name, int sweeps) {
  fmt::print("| {}, {} |", model.name, name);
  for (const std::size_t rounds : {4U, 5U, 6U, 8U}) {
    std::mt19937_64 random(7);
    Counts counts;
    for (int i = 0; i < sweeps; ++i) add_sweep(model, rounds, loads, random, counts);
    const auto percent = [](int part, int of) { return 100.0 * part / std::max(of, 1); };
    fmt::print(" {:.0f} -> {:.0f}; {:.1f}, {:.1f} |", percent(counts.undisturbed, counts.all),
               percent(counts.unstarred, counts.all), percent(counts.covered, counts.unstarred),
               percent(counts.covered_with_all, counts.unstarred));
  }
  fmt::print("\n");
}

}  // namespace
}  // namespace scalegen::coverage

int main(int argc, char** argv) {
  using namespace scalegen::coverage;
  const int sweeps = argc > 1 ? std::max(1, std::atoi(argv[1])) : 2000;
  fmt::print("| noise, load | 4 rounds | 5 | 6 | 8 |\n|---|---|---|---|---|\n");
  for (const auto& model :
       {NoiseModel{.name = "2 %"}, NoiseModel{.name = "2 %, heavy tails", .heavy_tails = true},
        NoiseModel{.name = "2 %, rounds shift by 5 %", .round_shift = 0.05}}) {
    print_row(model, Loads::each_run, "of each run", sweeps);
    print_row(model, Loads::whole_rounds, "of whole rounds", sweeps);
    print_row(model, Loads::large_rungs, "more often of large rungs", sweeps);
  }
}
