#include "analysis/scaling/work.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(UnitWords, KnowATime) {
  for (const auto* unit : {"s", "Sec", "seconds", "ms", "min", "hours"})
    EXPECT_EQ(unit_words(unit), (UnitWords{.is_time = true, .of_one_thing = true})) << unit;
  EXPECT_EQ(unit_words("s/epoch"), (UnitWords{.is_time = true, .of_one_thing = false}));
}

TEST(UnitWords, KnowTheTimeAndTheRateOfSteps) {
  for (const auto* unit : {"ms/step", "s/it", "sec per iteration", "ms / batch"})
    EXPECT_EQ(unit_words(unit), (UnitWords{.is_time = true, .of_a_step = true, .of_one_thing = false}))
        << unit;
  for (const auto* unit : {"it/s", "steps per second", "batches/s"})
    EXPECT_EQ(unit_words(unit), (UnitWords{.of_a_step = true, .of_one_thing = false})) << unit;
}

TEST(UnitWords, KnowARateOfOneRankOrNode) {
  for (const auto* unit : {"tokens/s/GPU", "samples per sec per gpu", "TFLOP/s/device", "images/s/rank"})
    EXPECT_EQ(unit_words(unit), (UnitWords{.of_a_rank = true, .of_one_thing = false})) << unit;
  EXPECT_EQ(unit_words("tokens/s/node"), (UnitWords{.of_a_node = true, .of_one_thing = false}));
}

TEST(UnitWords, KnowAShare) {
  EXPECT_EQ(unit_words("%"), (UnitWords{.is_share = true}));
  EXPECT_EQ(unit_words("% MFU"), (UnitWords{.is_share = true, .of_one_thing = false}));
}

TEST(UnitWords, TakeAnyOtherWordForWhatIsCounted) {
  EXPECT_EQ(unit_words("images/s"), (UnitWords{.of_one_thing = false}));
  EXPECT_EQ(unit_words("tps"), (UnitWords{}));
  EXPECT_EQ(unit_words(""), (UnitWords{}));
}

}  // namespace
}  // namespace scalegen
