#pragma once
#include <cstddef>
#include <cstdint>
#include <random>
#include <string>
#include <vector>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::coverage {

/// The noise in the times of a ladder of five rungs. All in logarithms.
struct NoiseModel {
  std::string name{};
  double sd = 0.02;            // of each run
  double round_shift = 0;      // standard deviation of what all runs of a round share
  double drift = 0;            // over twelve rounds, in the order in which runs follow each other
  double stragglers = 0;       // share of runs that are slower
  double slower = 0.2;         // by how much in the mean
  double second_mode = 0;      // share of runs that are 6 % slower
  double lost = 0;             // share of runs without a value
  bool heavy_tails = false;    // Student's t with three degrees of freedom
  double last_rung = 1;        // how many times as noisy the last rung is
  double last_stragglers = 0;  // stragglers of the last rung alone
  enum class Compared { all, with_last, without_last } compared = Compared::all;
};

/// A value of the standard normal distribution, the same on every machine.
double normal(std::mt19937_64& random);

/// The twelve models for which docs/statistics.md states a coverage.
const std::vector<NoiseModel>& noise_models();

inline constexpr std::size_t kRungs = 5;
inline constexpr int kMostRounds = 12;

/// Log times of twelve rounds, each with all rungs in a shuffled order. The typical time of each rung is 1.
stats::LogTimes made_up_times(const NoiseModel& model, std::mt19937_64& random);

/// The median of each rung's noise.
std::vector<double> medians_of(const NoiseModel& model);

}  // namespace scalegen::coverage
