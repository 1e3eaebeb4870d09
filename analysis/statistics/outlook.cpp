#include "analysis/statistics/outlook.hpp"

#include <boost/math/distributions/students_t.hpp>

#include <cmath>
#include <numbers>

#include "analysis/statistics/two_samples.hpp"

namespace scalegen::stats {
namespace {

// Of normal values (Lehmann, Nonparametrics, 1975): Wilcoxon's tests, and the sign test of a median.
constexpr double kOfWilcoxon = 3 / std::numbers::pi;
constexpr double kOfSigns = 2 / std::numbers::pi;

Outlook outlook_of(double sd, Method method) {
  const bool are_apart = method == Method::two_samples;
  return {.sd = sd,
          .df_of_few = are_apart ? 2 : 1,
          .df_of_many = are_apart || method == Method::rank_sums ? 2 : 1,
          .rank_efficiency = kOfWilcoxon};
}

double own_sd_of_ratio(const Sample& sample, std::size_t a, std::size_t b) {
  const auto both = runs_of_two(sample, a, b);
  if (sample.rounds == Rounds::independent)
    return std::sqrt(sample_variance(both.a) + sample_variance(both.b));
  return std::sqrt(sample_variance(log_ratios_of(both)));
}

}  // namespace

Outlook outlook_of_ratio(const Noise& noise, Rounds rounds) {
  return outlook_of(noise.sd * std::numbers::sqrt2,
                    rounds == Rounds::independent ? Method::two_samples : Method::rank_sums);
}

std::optional<Outlook> outlook_of_ratio(const Sample& sample, std::size_t a, std::size_t b) {
  const auto both = runs_of_two(sample, a, b);
  if (!sample.noise || both.a.size() < 2 || both.b.size() < 2) return std::nullopt;
  if (is_pooled(sample.noise, a) && is_pooled(sample.noise, b))
    return outlook_of_ratio(*sample.noise, sample.rounds);
  const bool are_apart = sample.rounds == Rounds::independent;
  return outlook_of(own_sd_of_ratio(sample, a, b), are_apart ? Method::two_samples : Method::signed_ranks);
}

std::optional<Outlook> outlook_of_time(const Sample& sample, std::size_t k) {
  const auto times = k < sample.y.size() ? observed(sample.y[k]) : std::vector<double>{};
  if (!sample.noise || times.size() < 2) return std::nullopt;
  const double sd = is_pooled(sample.noise, k) ? sample.noise->sd_run : std::sqrt(sample_variance(times));
  return Outlook{.sd = sd, .rank_efficiency = kOfSigns};
}

int rounds_needed(const Outlook& outlook, double log_margin, double tail, double tail_of_few) {
  using boost::math::students_t;
  constexpr double kPower = 0.8;
  for (int n = 2; n < kMaxRounds; ++n) {
    const bool are_few = n < static_cast<int>(kFewestForRanks);
    const students_t t((n - 1) * (are_few ? outlook.df_of_few : outlook.df_of_many));
    const double reach = quantile(complement(t, (are_few ? tail_of_few : tail) / 2)) + quantile(t, kPower);
    const double rounds = n * (are_few ? 1 : outlook.rank_efficiency);
    if (reach * outlook.sd / std::sqrt(rounds) <= log_margin) return n;
  }
  return kMaxRounds;
}

}  // namespace scalegen::stats
