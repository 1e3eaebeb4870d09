#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace scalegen::stats {

double mean(const std::vector<double>& values);

/// With n - 1 below; of two values at least.
double sample_variance(const std::vector<double>& values);

/// Of one value at least.
double median(std::vector<double> values);

/// The logarithms of the times of one rung, one a round; nothing where the run was lost.
using LogTimeColumn = std::vector<std::optional<double>>;

/// A column a rung, all equally long: noise is multiplicative, and on logarithms it adds.
using LogTimes = std::vector<LogTimeColumn>;

inline std::size_t rounds_of(const LogTimes& y) { return y.empty() ? 0 : y.front().size(); }

/// What was measured of a rung, in the order of rounds.
std::vector<double> observed(const LogTimeColumn& column);

/// Two rungs in the rounds that have both.
struct PairedRounds {
  std::vector<double> a{};
  std::vector<double> b{};
};
PairedRounds paired_rounds(const LogTimes& y, std::size_t a, std::size_t b);

/// Friedman's test at 5 %: whether some rounds were slower than others, the rungs being the judges. Fewer
/// than three judges cannot tell, and then the answer is the safe one: yes.
bool rounds_differ(const LogTimes& y);

/// How much log times scatter, pooled over rungs: a few rounds of one rung alone say too little.
struct Noise {
  double sd = 0;  // of one run within a round: what a ratio of two rungs sees
  double df = 0;
  double sd_run = 0;  // differences between rounds included: what the time of one rung sees
  double df_run = 0;
  std::vector<std::size_t> rungs{};  // that share it; the others are clearly noisier
};

/// Nothing for one round, for one rung, and where times do not scatter at all.
std::optional<Noise> noise_of(const LogTimes& y);

}  // namespace scalegen::stats
