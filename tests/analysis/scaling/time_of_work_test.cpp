#include "analysis/scaling/time_of_work.hpp"

#include <gtest/gtest.h>

#include <fmt/format.h>

namespace scalegen::verdict {
namespace {

using Unit = Work::Unit;

// 8 GPUs with 1024 in each batch; an epoch has 64,000 samples.
ScalingPoint eight_gpus(double value, Settings more) {
  Settings conditions{{"per_rank_batch", std::int64_t{1024}}, {"steps", std::int64_t{10}}};
  conditions.insert(conditions.end(), more.begin(), more.end());
  Measurement run{.value = value, .conditions = std::move(conditions)};
  run.start = TrainerStart{};
  run.start->train_samples = 64'000;
  return {.rung = "2x4gpu", .shape = {DeviceKind::gpu, 2, 8}, .runs = {run}, .typical = {{.centre = value}}};
}

// The seconds, or why they are not known.
std::string answered(const ScalingPoint& point, Quantity quantity, const std::string& unit,
                     const Work& work) {
  const auto time = time_of_work(point, point.typical, {.quantity = quantity, .unit = unit}, work);
  return time ? fmt::format("{:.6g} s", time->centre) : time.error().front().message;
}

std::string of_rate(const std::string& unit, const Work& work, const Settings& conditions = {}) {
  return answered(eight_gpus(512, conditions), Quantity::rate, unit, work);
}

std::string of_time(const std::string& unit, const Work& work, const Settings& conditions = {}) {
  return answered(eight_gpus(2, conditions), Quantity::time, unit, work);
}

const Settings kTokens{{"batch_unit", std::string("tokens")}};

TEST(TimeOfWork, OfARateOfSamplesCountsTheSamplesOfTheBatch) {
  for (const auto* unit : {"samples/s", "images/s", "img/s", "sequences per second", "Examples/s"}) {
    EXPECT_EQ(of_rate(unit, {Unit::steps, 1}), "16 s") << unit;
    EXPECT_EQ(of_rate(unit, {Unit::runs, 1}), "160 s") << unit;
    EXPECT_EQ(of_rate(unit, {Unit::samples, 1024}), "2 s") << unit;
    EXPECT_EQ(of_rate(unit, {Unit::epochs, 1}), "125 s") << unit;
  }
  EXPECT_EQ(of_rate("seq/s/GPU", {Unit::steps, 1}), "2 s");
}

// It would be 2 s if a batch were of tokens, and 4096 s if it were of sequences of 2048.
TEST(TimeOfWork, OfARateOfTokensIsNotKnownFromABatchOfSamples) {
  for (const auto unit : {Unit::steps, Unit::runs, Unit::samples})
    EXPECT_EQ(of_rate("tokens/s/GPU", {unit, 1}),
              "'tokens/s/GPU' does not count samples, as a batch does without 'batch_unit'");
  EXPECT_EQ(of_rate("tokens/s", {Unit::epochs, 1}), "'tokens/s' does not count samples, as an epoch does");
  for (const auto* unit : {"ksamples/s", "tps", "MLUPS", "cells/s", ""})
    EXPECT_EQ(of_rate(unit, {Unit::steps, 1}),
              fmt::format("'{}' does not count samples, as a batch does without 'batch_unit'", unit));
}

TEST(TimeOfWork, OfARateOfTokensIsThatOfABatchOfTokens) {
  EXPECT_EQ(of_rate("tokens/s", {Unit::steps, 1}, kTokens), "16 s");
  EXPECT_EQ(of_rate("tokens/s/GPU", {Unit::steps, 1}, kTokens), "2 s");
  EXPECT_EQ(of_rate("tokens/s", {Unit::samples, 1024}, kTokens), "2 s");
  EXPECT_EQ(of_rate("tokens/s", {Unit::runs, 1}, kTokens), "160 s");
  EXPECT_EQ(of_rate("tokens/s", {Unit::epochs, 1}, kTokens),
            "'tokens/s' does not count samples, as an epoch does");
  EXPECT_EQ(of_rate("samples/s", {Unit::steps, 1}, kTokens),
            "'samples/s' does not count tokens, as 'batch_unit' says of a batch");
  EXPECT_EQ(of_rate("Mtokens/s", {Unit::steps, 1}, kTokens),
            "'Mtokens/s' does not count tokens, as 'batch_unit' says of a batch");
}

TEST(TimeOfWork, OfTheTimeOfAStepNeedsNoUnitOfTheBatchButForEpochs) {
  for (const auto& conditions : {Settings{}, kTokens}) {
    EXPECT_EQ(of_time("s/step", {Unit::steps, 3}, conditions), "6 s");
    EXPECT_EQ(of_time("s/step", {Unit::samples, 8192}, conditions), "2 s");
    EXPECT_EQ(of_time("s/step", {Unit::runs, 1}, conditions), "20 s");
    EXPECT_EQ(of_time("s/epoch", {Unit::epochs, 1}, conditions), "2 s");
  }
  EXPECT_EQ(of_time("s/step", {Unit::epochs, 1}), "15.625 s");
  EXPECT_EQ(of_time("s/step", {Unit::epochs, 1}, kTokens),
            "'tokens' does not count samples, as an epoch does");
  EXPECT_EQ(of_time("s/epoch", {Unit::steps, 1}, kTokens),
            "'samples' does not count tokens, as 'batch_unit' says of a batch");
}

TEST(TimeOfCounted, IsThatOfAllRanksOfARateOfOne) {
  const auto point = eight_gpus(512, {});
  EXPECT_EQ(time_of_counted(point, *point.typical, {.unit = "tokens/s"}, 1024).centre, 2);
  EXPECT_EQ(time_of_counted(point, *point.typical, {.unit = "tokens/s/GPU"}, 1024).centre, 0.25);
}

}  // namespace
}  // namespace scalegen::verdict
