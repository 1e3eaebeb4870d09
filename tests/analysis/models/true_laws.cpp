#include "tests/analysis/models/true_laws.hpp"

#include <cmath>
#include <functional>

#include "analysis/statistics/two_way_model.hpp"

namespace scalegen::models {
namespace {

double uniform(std::mt19937& engine, double low, double high) {
  return std::uniform_real_distribution<double>(low, high)(engine);
}

// Each order of magnitude is as probable as another.
double share(std::mt19937& engine, double low, double high) {
  return std::exp(uniform(engine, std::log(low), std::log(high)));
}

std::function<double(double)> log_time_of(Truth truth, std::mt19937& engine) {
  const double a = share(engine, 1e-3, 0.2);
  const double b = share(engine, 1e-5, 5e-3);
  const double node = std::exp2(std::floor(uniform(engine, 1, 4)));
  const double jump = uniform(engine, 0.05, 0.6);
  const double power = uniform(engine, 0.5, 1.02);
  switch (truth) {
    case Truth::amdahl:
      return [=](double n) { return std::log((1 - a) / n + a); };
    case Truth::usl:
      return [=](double n) { return std::log((1 + a * (n - 1) + b * n * (n - 1)) / n); };
    case Truth::tree:
      return [=](double n) { return std::log(1 / n + b * 10 * std::log2(n)); };
    case Truth::two_networks:
      return [=](double n) {
        const double nodes = std::max(n / node, 1.0);
        return std::log(1 / n + a * 0.3 * (n - 1) / n + a * (nodes - 1) / nodes);
      };
    case Truth::network_step:
      return [=](double n) { return std::log((1 - a) / n + a) + (n > node ? jump : 0); };
    case Truth::power:
      return [=](double n) { return -power * std::log(n); };
  }
  return {};
}

double one_run(double log_time, const Scatter& scatter, std::mt19937& engine) {
  std::normal_distribution<double> normal;
  double run = log_time + scatter.of_runs * normal(engine);
  if (scatter.stragglers && uniform(engine, 0, 1) < 0.1) run += std::log1p(share(engine, 0.01, 0.3));
  return run;
}

}  // namespace

std::string name_of(Truth truth) {
  switch (truth) {
    case Truth::amdahl:
      return "Amdahl";
    case Truth::usl:
      return "USL";
    case Truth::tree:
      return "tree all-reduce";
    case Truth::two_networks:
      return "two networks";
    case Truth::network_step:
      return "a step of the network";
    case Truth::power:
      return "a power of N";
  }
  return "";
}

Simulated simulate(Truth truth, const Scatter& scatter, int rungs, int rounds, double target,
                   std::mt19937& engine) {
  const auto log_time = log_time_of(truth, engine);
  std::normal_distribution<double> normal;
  Simulated result;
  stats::LogTimes y;
  for (int k = 0; k < rungs; ++k) {
    const double n = std::exp2(k);
    const double own = scatter.of_rungs * normal(engine);
    stats::LogTimeColumn column;
    for (int r = 0; r < rounds; ++r) column.emplace_back(one_run(log_time(n) + own, scatter, engine));
    result.measured.sizes.push_back({.rung = std::to_string(static_cast<int>(n)),
                                     .size = {.workers = n},
                                     .log_time = stats::mean(stats::observed(column)),
                                     .runs = rounds});
    y.push_back(std::move(column));
  }
  if (const auto noise = stats::noise_of(y)) {
    result.measured.run_sd = noise->sd;
    result.measured.run_df = noise->df;
  }
  result.log_time_at_target = one_run(log_time(target) + scatter.of_rungs * normal(engine), scatter, engine);
  return result;
}

}  // namespace scalegen::models
