#include "analysis/measurement/conditions.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

const Settings kOnCpu{{"device", "cpu"}, {"steps", 3}};

/// Three steps of 64, 64 and 32 samples; the last one ends the second epoch.
TrainerLog log_of_steps() {
  return {.steps = {{.samples = 64}, {.samples = 64}, {.samples = 32}}, .epoch = 2};
}

Settings measured(const Settings& planned, const TrainerLog& log) {
  return measured_conditions({.settings = planned}, log, {});
}

Settings operator+(Settings settings, const Settings& more) {
  settings.insert(settings.end(), more.begin(), more.end());
  return settings;
}

TEST(Conditions, HaveTheWorkOfStepLinesWhereNobodySaysIt) {
  EXPECT_EQ(measured({}, log_of_steps()), (kOnCpu + Settings{{"samples", 160}, {"epochs", 2}}));
  auto of_unknown_samples = log_of_steps();
  of_unknown_samples.steps.front() = {};
  EXPECT_EQ(measured({}, of_unknown_samples), (kOnCpu + Settings{{"epochs", 2}}));
}

TEST(Conditions, TakeStepLinesForTheSamplesThatThePlanForetold) {
  EXPECT_EQ(measured({{"samples", 320}, {"epochs", 4}}, log_of_steps()),
            (Settings{{"samples", 160}, {"epochs", 4}} + kOnCpu));
}

TEST(Conditions, LeaveSamplesAndEpochsToABatchAndALengthThatAreKnown) {
  const Settings batch{{"global_batch", 64}};
  EXPECT_EQ(measured(batch + Settings{{"seconds", 20}}, log_of_steps()),
            (batch + Settings{{"seconds", 20}} + kOnCpu));
  auto of_one_epoch = log_of_steps();
  of_one_epoch.epoch = 1;
  of_one_epoch.start = TrainerStart{.global_batch = 64};
  EXPECT_EQ(measured({}, of_one_epoch), kOnCpu + batch) << "it may have ended within the first";
}

}  // namespace
}  // namespace scalegen
