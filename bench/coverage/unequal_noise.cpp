#include "bench/coverage/unequal_noise.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <random>

#include "analysis/scaling/speedup.hpp"
#include "analysis/verdict/verdict.hpp"
#include "bench/coverage/made_up_noise.hpp"

namespace scalegen::coverage {
namespace {

Ladder made_up_ladder(const UnequalNoise& noise, double efficiency, int rounds, std::mt19937_64& random) {
  Ladder ladder;
  for (int k = 0; k < noise.rungs; ++k) {
    const bool is_last = k + 1 == noise.rungs;
    const int gpus = 1 << k;
    const double sd = 0.02 * (k == 0 ? noise.first : is_last ? noise.last : 1);
    LadderRung rung{.name = fmt::format("{}gpu", gpus),
                    .shape = {.device = DeviceKind::gpu, .nodes = 1, .ranks = gpus}};
    for (int round = 1; round <= rounds; ++round)
      rung.runs.push_back(
          {.round = round,
           .value = 100 / (gpus * (is_last ? efficiency : 1)) * std::exp(sd * normal(random))});
    ladder.rungs.push_back(std::move(rung));
  }
  return ladder;
}

bool claims_a_loss(const ScalingPoint& point) {
  return std::any_of(point.claims.begin(), point.claims.end(),
                     [](const Claim& claim) { return claim.against == "ideal" && is_significant(claim); });
}

double width_of(const stats::Interval& interval) { return interval.high / interval.low - 1; }

}  // namespace

std::vector<UnequalNoise> unequal_noises(int rungs) {
  return {{.name = "equal", .rungs = rungs},
          {.name = "last rung x3", .last = 3, .rungs = rungs},
          {.name = "last rung x5", .last = 5, .rungs = rungs},
          {.name = "last rung x10", .last = 10, .rungs = rungs},
          {.name = "baseline x3", .first = 3, .rungs = rungs},
          {.name = "baseline x5", .first = 5, .rungs = rungs}};
}

Said simulate_unequal_noise(const UnequalNoise& noise, double efficiency, int rounds, int tables,
                            std::uint64_t seed) {
  std::mt19937_64 random(seed);
  const Metric metric{.source = MetricSource::table, .quantity = Quantity::time, .unit = "s"};
  Said said;
  std::vector<double> widths;
  std::vector<double> cautious_widths;
  for (int i = 0; i < tables; ++i) {
    std::vector<ScalingTable> made{scale(made_up_ladder(noise, efficiency, rounds, random), metric, "1gpu")};
    adjust_claims(made);
    const auto& points = made.front().points;
    said.false_claims +=
        std::any_of(points.begin(), efficiency < 1 ? points.end() - 1 : points.end(), claims_a_loss);
    said.claimed += claims_a_loss(points.back());
    const auto verdict = verdict::verdict_on(made.front(), {.rule = default_advice(), .metric = metric});
    said.advised += verdict.advised == points.size() - 1;
    widths.push_back(width_of(*points.back().efficiency->interval));
    cautious_widths.push_back(width_of(cautious(*points.back().efficiency->interval)));
  }
  for (auto* share : {&said.false_claims, &said.claimed, &said.advised}) *share /= tables;
  said.width = stats::median(widths);
  said.cautious = stats::median(cautious_widths);
  return said;
}

}  // namespace scalegen::coverage
