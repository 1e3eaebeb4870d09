#pragma once
#include <cstddef>
#include <optional>
#include <vector>

namespace scalegen::stats {

double mean(const std::vector<double>& values);

/// Divides by n - 1; needs at least two values.
double sample_variance(const std::vector<double>& values);

/// Needs at least one value.
double median(std::vector<double> values);

/// The logarithms of the times of one rung, one a round; nullopt if the run has no value.
using LogTimeColumn = std::vector<std::optional<double>>;

/// One column per rung, all of the same length. Logarithms, because noise is multiplicative.
using LogTimes = std::vector<LogTimeColumn>;

inline std::size_t rounds_of(const LogTimes& y) { return y.empty() ? 0 : y.front().size(); }

/// The values that a rung has, in the order of rounds.
std::vector<double> observed(const LogTimeColumn& column);

/// Two rungs in the rounds that have both.
struct PairedRounds {
  std::vector<double> a{};
  std::vector<double> b{};
};
PairedRounds paired_rounds(const LogTimes& y, std::size_t a, std::size_t b);

/// The logarithms of their ratios, round by round.
std::vector<double> log_ratios_of(const PairedRounds& both);

/// The probability of a chi-squared value above this one.
double chi_squared_tail(double df, double value);

/// The runs of a round are paired if they ran beside each other in all rungs. Where that is unknown, the runs
/// of a rung are a sample of their own, in any order.
enum class Rounds { paired, independent };

/// Friedman's test at 5 %, with rungs as judges: true if some rounds were slower than others. Also true, the
/// safe answer, with fewer than three judges or two rounds.
bool rounds_differ(const LogTimes& y);

/// The scatter of log times, pooled over rungs because a few rounds of one rung say too little.
struct Noise {
  double sd = 0;  // of one run within a round: affects the ratio of two rungs
  double df = 0;
  double sd_run = 0;  // differences between rounds included: affects the time of one rung
  double df_run = 0;
  std::vector<std::size_t> rungs{};  // that share it; the others are clearly noisier
};

/// Fits the two-way model, log time = rung + round, or log time = rung to independent samples. Returns
/// nullopt if no degree of freedom is left, as for one round, and if times do not scatter at all.
std::optional<Noise> noise_of(const LogTimes& y, Rounds rounds = Rounds::paired);

/// The times of a ladder, and what all comparisons of two of its rungs share.
struct Sample {
  LogTimes y{};
  std::optional<Noise> noise{};
  bool rounds_differ = stats::rounds_differ(y);
  Rounds rounds = Rounds::paired;
};

/// True if the noise of a rung is that of the others: the interval of a noisier one is its own.
bool is_pooled(const std::optional<Noise>& noise, std::size_t k);

/// The times of two rungs: in the rounds that have both, or all of them if they are independent samples.
PairedRounds runs_of_two(const Sample& sample, std::size_t a, std::size_t b);

/// The part of the times that the model does not explain: log time = rung + round, or rung alone if the runs
/// of the rungs are independent samples.
struct Residual {
  double sum_of_squares = 0;  // exactly 0 if only rounding is left
  int df = 0;
  std::vector<double> by_rung{};  // the shares of the rungs, in their order
  bool is_complete = false;       // each rung has a value in each round
};

/// Fits the model to some rungs. The time it takes grows with the number of runs.
Residual residual_of(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds);

/// The residual of the same rungs without the one at `position`; `all` is the residual of all of them. Of
/// complete rounds it follows from `all`, to nine digits and without the shares of the rungs.
Residual residual_without(const LogTimes& y, const std::vector<std::size_t>& rungs, Rounds rounds,
                          const Residual& all, std::size_t position);

}  // namespace scalegen::stats
