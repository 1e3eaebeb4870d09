#include "core/metric_unit.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(UnitWords, KnowATime) {
  for (const auto* unit : {"s", "Sec", "seconds", "ms", "min", "hours"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time = true, .is_one_word = true})) << unit;
  EXPECT_EQ(parse_unit("s/epoch"), (UnitTraits{.is_time = true, .is_one_word = false}));
}

TEST(UnitWords, KnowATimePerTime) {
  for (const auto* unit : {"ns/day", "hours per ns", "us/hour"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time_per_time = true, .is_one_word = false})) << unit;
}

TEST(UnitWords, KnowTheTimeAndTheRateOfSteps) {
  for (const auto* unit : {"ms/step", "s/it", "sec per iteration", "ms / batch"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time = true, .per_step = true, .is_one_word = false}))
        << unit;
  for (const auto* unit : {"it/s", "steps per second", "batches/s"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_rate = true, .per_step = true, .is_one_word = false}))
        << unit;
}

TEST(UnitWords, KnowARateOfOneRankOrNode) {
  for (const auto* unit : {"tokens/s/GPU", "samples per sec per gpu", "TFLOP/s/device", "images/s/rank"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_rate = true, .per_rank = true, .is_one_word = false}))
        << unit;
  EXPECT_EQ(parse_unit("tokens/s/node"),
            (UnitTraits{.is_rate = true, .per_node = true, .is_one_word = false}));
}

TEST(UnitWords, KnowAShare) {
  EXPECT_EQ(parse_unit("%"), (UnitTraits{.is_share = true}));
  EXPECT_EQ(parse_unit("% MFU"), (UnitTraits{.is_share = true, .is_one_word = false}));
}

TEST(UnitWords, TakeAnyOtherWordForWhatIsCounted) {
  EXPECT_EQ(parse_unit("images/s"), (UnitTraits{.is_rate = true, .is_one_word = false}));
  EXPECT_EQ(parse_unit("tps"), (UnitTraits{.is_rate = true}));
  EXPECT_EQ(parse_unit(""), (UnitTraits{}));
}

}  // namespace
}  // namespace scalegen
