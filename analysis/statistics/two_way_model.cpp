#include "analysis/statistics/two_way_model.hpp"

#include <boost/math/distributions/chi_squared.hpp>
#include <boost/math/distributions/fisher_f.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

namespace scalegen::stats {
namespace {

using Rungs = std::vector<std::size_t>;

// Ranks from 1; tied values share their mean rank.
std::vector<double> ranks_of(const std::vector<double>& values) {
  auto sorted = values;
  std::ranges::sort(sorted);
  std::vector<double> ranks;
  for (const double value : values) {
    const auto [first, last] = std::equal_range(sorted.begin(), sorted.end(), value);
    ranks.push_back(static_cast<double>((first - sorted.begin()) + (last - sorted.begin()) + 1) / 2);
  }
  return ranks;
}

constexpr double kDropLevel = 0.10;

Rungs rungs_observed_twice(const LogTimes& y) {
  Rungs rungs;
  for (std::size_t k = 0; k < y.size(); ++k)
    if (observed(y[k]).size() >= 2) rungs.push_back(k);
  return rungs;
}

// F test: the probability that the residual sum of squares falls this much when a rung as noisy as the rest
// is left out.
double drop_p_value(const Residual& all, const Residual& rest) {
  if (rest.df <= 0 || all.df <= rest.df) return 1;
  const double df = all.df - rest.df;
  const double f = (all.sum_of_squares - rest.sum_of_squares) / df * rest.df / rest.sum_of_squares;
  return cdf(complement(boost::math::fisher_f(df, rest.df), std::max(f, 0.0)));
}

// True for rungs that can be the noisiest. A rung takes its own residual along, and at most 1 / n of it more,
// since the n others in the same rounds hold these in place. So few rungs of an incomplete table are fitted
// without.
std::vector<bool> may_be_noisiest(const LogTimes& y, const Rungs& rungs, const Residual& all) {
  std::map<std::vector<bool>, Rungs> by_rounds;
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    std::vector<bool> has_run;
    for (const auto& time : y[rungs[i]]) has_run.push_back(time.has_value());
    by_rounds[has_run].push_back(i);
  }
  std::vector<bool> may_be(rungs.size());
  for (const auto& [has_run, alike] : by_rounds) {
    double most = 0;
    for (const auto i : alike) most = std::max(most, all.by_rung[i]);
    for (const auto i : alike) {
      const auto others = static_cast<double>(alike.size() - 1);
      may_be[i] = others == 0 || all.by_rung[i] * (1 + 1 / others) >= most;
    }
  }
  return may_be;
}

/// A rung that may be left out, and what then remains.
struct Candidate {
  std::size_t position = 0;
  Residual rest{};
};

// The F test costs more than the residual. Of rungs with equal degrees of freedom the noisiest has the least
// probability, so it alone is tested.
std::vector<Candidate> noisiest_rungs(const LogTimes& y, const Rungs& rungs, Rounds rounds,
                                      const Residual& all) {
  std::map<int, Candidate> by_df;
  const auto may_be = may_be_noisiest(y, rungs, all);
  for (std::size_t i = 0; i < rungs.size(); ++i) {
    if (!may_be[i]) continue;
    auto rest = residual_without(y, rungs, rounds, all, i);
    if (rest.sum_of_squares <= 0) continue;
    const auto [noisiest, is_first] = by_df.try_emplace(rest.df, Candidate{i, rest});
    if (!is_first && rest.sum_of_squares < noisiest->second.rest.sum_of_squares)
      noisiest->second = {i, std::move(rest)};
  }
  std::vector<Candidate> noisiest;
  for (auto& [df, candidate] : by_df) noisiest.push_back(std::move(candidate));
  return noisiest;
}

// Drops one rung at a time, the noisiest first, and keeps at least two.
Rungs without_noisy_rungs(const LogTimes& y, Rungs rungs, Rounds rounds) {
  while (rungs.size() > 2) {
    const auto all = residual_of(y, rungs, rounds);
    double least = 1;
    std::size_t noisiest = 0;
    for (const auto& candidate : noisiest_rungs(y, rungs, rounds, all)) {
      const double chance = drop_p_value(all, candidate.rest);
      if (chance < least) noisiest = candidate.position;
      least = std::min(least, chance);
    }
    if (least * static_cast<double>(rungs.size()) >= kDropLevel) break;
    rungs.erase(rungs.begin() + static_cast<std::ptrdiff_t>(noisiest));
  }
  return rungs;
}

double variance_within_rungs(const LogTimes& y, const Rungs& rungs) {
  std::vector<double> variances;
  for (const auto k : rungs) variances.push_back(sample_variance(observed(y[k])));
  return mean(variances);
}

}  // namespace

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double sample_variance(const std::vector<double>& values) {
  const double centre = mean(values);
  double sum = 0;
  for (const double value : values) sum += (value - centre) * (value - centre);
  return sum / static_cast<double>(values.size() - 1);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*std::max_element(values.begin(), middle) + *middle) / 2;
}

std::vector<double> observed(const LogTimeColumn& column) {
  std::vector<double> values;
  for (const auto& value : column)
    if (value) values.push_back(*value);
  return values;
}

PairedRounds paired_rounds(const LogTimes& y, std::size_t a, std::size_t b) {
  PairedRounds both;
  for (std::size_t round = 0; round < rounds_of(y); ++round) {
    if (!y[a][round] || !y[b][round]) continue;
    both.a.push_back(*y[a][round]);
    both.b.push_back(*y[b][round]);
  }
  return both;
}

std::vector<double> log_ratios_of(const PairedRounds& both) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < both.a.size(); ++i) ratios.push_back(both.a[i] - both.b[i]);
  return ratios;
}

bool is_pooled(const std::optional<Noise>& noise, std::size_t k) {
  return !noise || std::ranges::binary_search(noise->rungs, k);
}

PairedRounds runs_of_two(const Sample& sample, std::size_t a, std::size_t b) {
  if (sample.rounds == Rounds::paired) return paired_rounds(sample.y, a, b);
  return {observed(sample.y[a]), observed(sample.y[b])};
}

double chi_squared_tail(double df, double value) {
  // Here it is 1 to the last digit, and from 3510 degrees of freedom on Boost's gamma function overflows.
  if (df >= 100 && value < 1) return 1;
  return cdf(complement(boost::math::chi_squared(df), value));
}

bool rounds_differ(const LogTimes& y) {
  const auto rounds = rounds_of(y);
  if (rounds < 2) return true;
  std::vector<double> rank_sums(rounds, 0.0);
  double judges = 0;
  for (const auto& column : y) {
    const auto values = observed(column);
    if (values.size() < rounds) continue;
    const auto ranks = ranks_of(values);
    for (std::size_t r = 0; r < rounds; ++r) rank_sums[r] += ranks[r];
    ++judges;
  }
  if (judges < 3) return true;
  const auto n = static_cast<double>(rounds);
  double spread = 0;
  for (const double sum : rank_sums) spread += (sum - judges * (n + 1) / 2) * (sum - judges * (n + 1) / 2);
  return chi_squared_tail(n - 1, 12 * spread / (judges * n * (n + 1))) < 0.05;
}

std::optional<Noise> noise_of(const LogTimes& y, Rounds rounds) {
  const auto rungs = without_noisy_rungs(y, rungs_observed_twice(y), rounds);
  const auto residual = residual_of(y, rungs, rounds);
  if (residual.df < 1 || residual.sum_of_squares <= 0) return std::nullopt;
  const double df = residual.df;
  const double within_round = residual.sum_of_squares / df;
  if (rounds == Rounds::independent)
    return Noise{std::sqrt(within_round), df, std::sqrt(within_round), df, rungs};
  const double of_run = variance_within_rungs(y, rungs);
  const double error = (1 - 1 / static_cast<double>(rungs.size())) * within_round;
  const double between_rounds = std::max(of_run - error, 0.0);
  // Satterthwaite: the degrees of freedom of a sum of two variances.
  const double df_run =
      of_run * of_run /
      (between_rounds * between_rounds / static_cast<double>(rounds_of(y) - 1) + error * error / df);
  return Noise{std::sqrt(within_round), df, std::sqrt(of_run), df_run, rungs};
}

}  // namespace scalegen::stats
