#include "bench/coverage/made_up_noise.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>
#include <utility>

namespace scalegen::coverage {
namespace {

// The distributions of the standard libraries differ; the engine does not.
double uniform(std::mt19937_64& random) { return (static_cast<double>(random() >> 11U) + 0.5) * 0x1p-53; }

double student_of_three(std::mt19937_64& random) {
  double squares = 0;
  for (int i = 0; i < 3; ++i) squares += std::pow(normal(random), 2);
  return normal(random) / std::sqrt(squares / 3);
}

constexpr double kSecondMode = 0.06;

double noise_of_run(const NoiseModel& model, bool is_last, std::mt19937_64& random) {
  double noise = model.sd * (is_last ? model.last_rung : 1) *
                 (model.heavy_tails ? student_of_three(random) : normal(random));
  if (uniform(random) < (is_last ? std::max(model.stragglers, model.last_stragglers) : model.stragglers))
    noise -= model.slower * std::log(uniform(random));
  if (uniform(random) < model.second_mode) noise += kSecondMode;
  return noise;
}

std::vector<std::size_t> shuffled(std::size_t count, std::mt19937_64& random) {
  std::vector<std::size_t> order(count);
  std::iota(order.begin(), order.end(), std::size_t{0});
  for (auto left = count; left > 1; --left) std::swap(order[left - 1], order[random() % left]);
  return order;
}

}  // namespace

double normal(std::mt19937_64& random) {
  const double radius = std::sqrt(-2 * std::log(uniform(random)));
  return radius * std::cos(2 * std::numbers::pi * uniform(random));
}

const std::vector<NoiseModel>& noise_models() {
  using enum NoiseModel::Compared;
  static const std::vector<NoiseModel> models = {
      {.name = "equal, normal"},
      {.name = "rounds shift by 5 %", .round_shift = 0.05},
      {.name = "drift of 10 %", .drift = 0.1},
      {.name = "stragglers, 5 % of runs", .stragglers = 0.05},
      {.name = "stragglers, 15 % of runs", .stragglers = 0.15},
      {.name = "two modes", .second_mode = 0.3},
      {.name = "heavy tails", .heavy_tails = true},
      {.name = "10 % of runs lost", .lost = 0.1},
      {.name = "the other rung x5", .last_rung = 5, .compared = without_last},
      {.name = "shape differs", .last_stragglers = 0.15, .compared = with_last},
      {.name = "one of the two x3", .last_rung = 3, .compared = with_last},
      {.name = "one of the two x5", .last_rung = 5, .compared = with_last}};
  return models;
}

stats::LogTimes made_up_times(const NoiseModel& model, std::mt19937_64& random) {
  stats::LogTimes y(kRungs, stats::LogTimeColumn(kMostRounds));
  int run = 0;
  for (std::size_t round = 0; round < kMostRounds; ++round) {
    const double shift = model.round_shift * normal(random);
    for (const auto k : shuffled(kRungs, random)) {
      const double drift = model.drift * run++ / (kRungs * kMostRounds);
      const double time = shift + drift + noise_of_run(model, k + 1 == kRungs, random);
      if (uniform(random) >= model.lost) y[k][round] = time;
    }
  }
  return y;
}

std::vector<double> medians_of(const NoiseModel& model) {
  constexpr int kDraws = 200'001;
  std::vector<double> medians;
  for (std::size_t k = 0; k < kRungs; ++k) {
    // Equal rungs have equal medians, and only their differences count.
    if (k + 1 < kRungs || model.last_stragglers == 0) {
      medians.push_back(0);
      continue;
    }
    std::mt19937_64 random(1);
    std::vector<double> draws(kDraws);
    for (auto& draw : draws) draw = noise_of_run(model, true, random);
    medians.push_back(stats::median(std::move(draws)));
  }
  return medians;
}

}  // namespace scalegen::coverage
