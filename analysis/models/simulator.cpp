#include "analysis/models/simulator.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/normal.hpp>
#include <charconv>
#include <cmath>
#include <random>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::models {
namespace {

constexpr int kRuns = 60;
constexpr int kStepsOfARun = 40;

std::optional<double> number(std::string_view text) {
  double value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  return error == std::errc{} && end == text.data() + text.size() ? std::optional(value) : std::nullopt;
}

double uniform(std::mt19937_64& engine) { return std::uniform_real_distribution<double>(1e-12, 1)(engine); }

// The largest of n lognormal draws with the mean 1: at the quantile u^(1/n), whose complement is exact where
// n is large.
double slowest(double n, double sd, std::mt19937_64& engine) {
  if (n < 1) return 0;
  const double above = -std::expm1(std::log(uniform(engine)) / n);
  return std::exp(sd * quantile(complement(boost::math::normal(), above)) - sd * sd / 2);
}

// Stragglers are drawn by their number.
double slowest_with_stragglers(double n, double sd, const WhatIf& what_if, std::mt19937_64& engine) {
  if (what_if.straggler_share <= 0) return slowest(n, sd, engine);
  std::binomial_distribution<std::int64_t> of_n(std::llround(n), what_if.straggler_share);
  const auto stragglers = static_cast<double>(of_n(engine));
  return std::max(slowest(n - stragglers, sd, engine),
                  what_if.straggler_factor * slowest(stragglers, sd, engine));
}

Law law_of(const MeasuredSizes& measured) {
  const auto laws = laws_for(measured);
  return std::count(laws.begin(), laws.end(), Law::alpha_beta_two_networks) > 0 ? Law::alpha_beta_two_networks
                                                                                : Law::alpha_beta;
}

// Bootstrap: what would have been measured, had the fit been true.
MeasuredSizes measured_again(const MeasuredSizes& measured, const Fit& fit, std::mt19937_64& engine) {
  auto again = measured;
  std::normal_distribution<double> normal;
  for (auto& size : again.sizes)
    size.log_time = log_time(fit, measured.scaling, size.size) +
                    std::sqrt(noise_variance(measured, size.runs)) * normal(engine);
  return again;
}

/// The parts of a step of equal work, in seconds.
struct Parts {
  double computing = 0;
  double waiting = 0;
  double communicating = 0;
  double total() const { return computing + waiting + communicating; }
};

Parts parts_at(const Fit& fit, const MeasuredSizes& measured, const WhatIf& what_if, const Size& size) {
  const double computing = std::exp(fit.log_c) / size.workers;
  const double all = std::exp(log_time(fit, measured.scaling, size));
  const double congestion = size.workers > measured.sizes.back().size.workers ? what_if.congestion : 1;
  return {.computing = computing, .communicating = std::max(all - computing, 0.0) * congestion};
}

double expected_slowest(double n, double sd) {
  std::mt19937_64 engine(1);
  constexpr int kDraws = 2000;
  double sum = 0;
  for (int i = 0; i < kDraws; ++i) sum += slowest(n, sd, engine);
  return sum / kDraws;
}

Parts simulated_run(const Parts& fitted, double sd, double slowest_at_largest, const WhatIf& what_if,
                    const Size& size, std::mt19937_64& engine) {
  Parts sum = fitted;
  for (int step = 0; step < kStepsOfARun; ++step) {
    const double factor = slowest_with_stragglers(size.workers, sd, what_if, engine) / slowest_at_largest;
    sum.waiting += (factor - 1) * fitted.computing / kStepsOfARun;
  }
  return sum;
}

double at_quantile(std::vector<double> values, double share) {
  std::sort(values.begin(), values.end());
  return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1) + 0.5)];
}

SimulatedStep summary(const Size& size, const std::vector<Parts>& runs) {
  std::vector<double> logs;
  Parts sum;
  for (const auto& run : runs) {
    logs.push_back(std::log(run.total()));
    sum.computing += run.computing / run.total();
    sum.waiting += run.waiting / run.total();
    sum.communicating += run.communicating / run.total();
  }
  const auto count = static_cast<double>(runs.size());
  return {.size = size,
          .log_time = stats::median(logs),
          .log_low = at_quantile(logs, (1 - kPredictionLevel) / 2),
          .log_high = at_quantile(logs, (1 + kPredictionLevel) / 2),
          .computing = sum.computing / count,
          .waiting = sum.waiting / count,
          .communicating = sum.communicating / count};
}

std::optional<double> sd_of_steps(const ScalingPoint& point) {
  std::vector<double> sds;
  for (const auto& run : point.runs)
    if (run.value && run.window_error && run.window)
      sds.push_back(*run.window_error * std::sqrt(static_cast<double>(run.window->steps)));
  return sds.empty() ? std::nullopt : std::optional(stats::median(sds));
}

}  // namespace

Result<WhatIf> with_stragglers(WhatIf what_if, const std::string& text) {
  const auto colon = text.find(':');
  const auto share = number(std::string_view(text).substr(0, colon));
  const auto factor =
      colon == std::string::npos ? std::nullopt : number(std::string_view(text).substr(colon + 1));
  if (!share || !factor || !(*share >= 0 && *share <= 1) || !(*factor >= 1 && *factor <= 1000))
    return failure(fmt::format("--stragglers '{}' is no share of ranks and factor", text),
                   "write --stragglers 0.001:1.5 for one rank in a thousand that takes 1.5 times as long");
  what_if.straggler_share = *share;
  what_if.straggler_factor = *factor;
  return what_if;
}

StepScatter step_scatter(const ScalingTable& table, const MeasuredSizes& measured) {
  for (const auto& point : table.points)
    if (point.rung == measured.sizes.front().rung)
      if (const auto sd = sd_of_steps(point)) return {.sd = *sd, .source = StepScatter::Source::steps};
  if (measured.run_sd) return {.sd = *measured.run_sd, .source = StepScatter::Source::runs};
  return {.sd = kAssumedScatter, .source = StepScatter::Source::assumed};
}

std::vector<SimulatedStep> simulate(const MeasuredSizes& measured, const StepScatter& scatter,
                                    const WhatIf& what_if, const std::vector<Size>& sizes,
                                    std::uint64_t seed) {
  std::mt19937_64 engine(seed);
  const auto first = fit(law_of(measured), measured);
  std::vector<Fit> fits;
  for (int run = 0; run < kRuns; ++run)
    fits.push_back(fit(first.law, measured_again(measured, first, engine)));
  const double slowest_at_largest = expected_slowest(measured.sizes.back().size.workers, scatter.sd);
  std::vector<SimulatedStep> steps;
  for (const auto& size : sizes) {
    std::vector<Parts> runs;
    for (const auto& fitted : fits)
      runs.push_back(simulated_run(parts_at(fitted, measured, what_if, size), scatter.sd, slowest_at_largest,
                                   what_if, size, engine));
    steps.push_back(summary(size, runs));
  }
  return steps;
}

}  // namespace scalegen::models
