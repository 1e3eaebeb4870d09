// Predictions hold what is measured later as often as they say. bench/prediction does the same with more
// sweeps.
#include <gmock/gmock.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <random>

#include "analysis/analyse.hpp"
#include "analysis/models/fit.hpp"
#include "analysis/models/ladder_outlook.hpp"
#include "core/files.hpp"
#include "tests/analysis/models/true_laws.hpp"

namespace scalegen::models {
namespace {

bool holds(const PredictedTime& predicted, double log_time) {
  return predicted.log_low <= log_time && log_time <= predicted.log_high;
}

double share_held(Truth truth, const Scatter& scatter, int rungs, double ahead) {
  std::mt19937 engine(7);
  int held = 0;
  constexpr int kSweeps = 40;
  for (int i = 0; i < kSweeps; ++i) {
    const double target = std::exp2(rungs - 1) * ahead;
    const auto made = simulate(truth, scatter, rungs, i % 2 == 0 ? 3 : 1, target, engine);
    held += holds(Outlook(made.measured).at({.workers = target}), made.log_time_at_target);
  }
  return static_cast<double>(held) / kSweeps;
}

TEST(Prediction, HoldsNineOfTenOverSimulatedLaws) {
  double sum = 0;
  int cells = 0;
  for (const auto truth : kTruths)
    for (const auto& scatter : {Scatter{.of_runs = 0.01}, Scatter{.of_runs = 0.01, .of_rungs = 0.02},
                                Scatter{.of_runs = 0.05}, Scatter{.of_runs = 0.01, .stragglers = true}})
      for (const auto& [rungs, ahead] : {std::pair(3, 2.0), std::pair(3, 8.0), std::pair(5, 8.0)}) {
        const double share = share_held(truth, scatter, rungs, ahead);
        sum += share;
        ++cells;
        // A step right behind the largest size cannot be seen before.
        EXPECT_GE(share, truth == Truth::network_step && ahead < 4 ? 0.6 : 0.8)
            << name_of(truth) << " " << rungs << " x" << ahead;
      }
  EXPECT_GE(sum / cells, 0.90);
}

TEST(Prediction, SaysThatRungsOfAnotherPrecisionDoNotCount) {
  const auto report =
      report_of_table("t.csv", "gpus,seconds,precision\n1,100,fp32\n2,52,bf16\n4,28,bf16\n8,16,bf16\n")
          .value();
  EXPECT_EQ(choose(measured_sizes(report.tables.front(), Scaling::strong, Quantity::time).front()).why,
            "a law needs 3 different sizes, and 1 was comparable with the baseline");
}

std::vector<std::string> public_tables() {
  std::vector<std::string> files;
  for (const auto& entry : std::filesystem::directory_iterator(SCALEGEN_PUBLIC_TABLES))
    files.push_back(entry.path());
  std::sort(files.begin(), files.end());
  return files;
}

MeasuredSizes sizes_of(const std::string& file) {
  const auto text = read_file(file).value();
  const auto scaling = text.starts_with("# scaling: weak") ? Scaling::weak : Scaling::strong;
  const auto report = report_of_table(file, text, {.scaling = scaling}).value();
  return measured_sizes(report.tables.front(), scaling, report.head.metric.quantity).front();
}

TEST(Prediction, FromThreeRungsHoldsTheLargestOfPublicTables) {
  int held_next = 0;
  int held_largest = 0;
  int all = 0;
  for (const auto& file : public_tables()) {
    auto measured = sizes_of(file);
    ASSERT_GE(measured.sizes.size(), 4U) << file;
    const auto next = measured.sizes[3];
    const auto largest = measured.sizes.back();
    measured.sizes.resize(3);
    const Outlook outlook(measured);
    held_next += holds(outlook.at(next.size), next.log_time);
    held_largest += holds(outlook.at(largest.size), largest.log_time);
    ++all;
  }
  EXPECT_GE(all, 20);
  EXPECT_GE(held_next, 0.9 * all);
  EXPECT_GE(held_largest, 0.9 * all);
}

MeasuredSizes amdahl(int rungs, double serial) {
  MeasuredSizes measured{.run_sd = 0.005, .run_df = 8};
  for (int k = 0; k < rungs; ++k) {
    const double n = std::exp2(k);
    measured.sizes.push_back({.rung = std::to_string(static_cast<int>(n)),
                              .size = {.workers = n},
                              .log_time = std::log((1 - serial) / n + serial),
                              .runs = 3});
  }
  return measured;
}

double width(const PredictedTime& time) { return time.log_high - time.log_low; }

TEST(Prediction, IsWiderFartherAwayAndNarrowerWithMoreRungs) {
  const Outlook of_three(amdahl(3, 0.02));
  const Outlook of_six(amdahl(6, 0.02));
  EXPECT_LT(width(of_three.at({.workers = 8})), width(of_three.at({.workers = 16})));
  EXPECT_LT(width(of_three.at({.workers = 16})), width(of_three.at({.workers = 1024})));
  EXPECT_LT(width(of_six.at({.workers = 64})), width(of_three.at({.workers = 64})));
  EXPECT_TRUE(std::isfinite(width(of_three.at({.workers = kMostWorkers}))));
}

TEST(NextSize, PromisesWhatMeasuringItGives) {
  const auto measured = amdahl(4, 0.03);
  const Outlook before(measured);
  const NamedSize target{.name = "64ranks", .size = {.workers = 64}};
  const auto next = next_size(before, measured, target);
  ASSERT_TRUE(next);
  EXPECT_GT(next->at.size.workers, 8);
  EXPECT_LT(next->at.size.workers, 64);
  auto after = measured;
  after.sizes.push_back({.rung = next->at.name,
                         .size = next->at.size,
                         .log_time = std::log(0.97 / next->at.size.workers + 0.03),
                         .runs = 3});
  const double left = width(Outlook(after).at(target.size)) / width(before.at(target.size));
  EXPECT_NEAR(left, next->width_left, 0.25);
  EXPECT_LT(left, 0.9);
}

TEST(Outlook, OfDecreasingAndOfSuperlinearLaddersHasFiniteIntervals) {
  for (const double power : {0.3, -1.4}) {
    MeasuredSizes measured;
    for (const double n : {1.0, 2.0, 4.0, 8.0})
      measured.sizes.push_back({.rung = "r", .size = {.workers = n}, .log_time = power * std::log(n)});
    const auto outlook = outlook_of(measured);
    ASSERT_EQ(outlook.predictions.size(), 1U);
    const auto at = Outlook(measured).at({.workers = 16});
    EXPECT_LT(at.log_low, power * std::log(16)) << power;
    EXPECT_GT(at.log_high, power * std::log(16)) << power;
    EXPECT_LT(at.log_high - at.log_low, 5);
  }
}

TEST(Outlook, OfTwoRungsPredictsNothing) {
  const auto outlook = outlook_of(amdahl(2, 0.1));
  EXPECT_TRUE(outlook.predictions.empty());
  EXPECT_FALSE(outlook.next);
  EXPECT_EQ(outlook.choice.why, "a law needs 3 different sizes, and 2 were measured");
}

}  // namespace
}  // namespace scalegen::models
