#include "core/metric_unit.hpp"

#include <gtest/gtest.h>

namespace scalegen {
namespace {

TEST(UnitWords, KnowATime) {
  for (const auto* unit : {"s", "Sec", "seconds", "ms", "min", "hours"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time = true, .is_one_word = true})) << unit;
  EXPECT_EQ(parse_unit("s/epoch"), (UnitTraits{.is_time = true, .per_epoch = true, .is_one_word = false}));
}

TEST(UnitWords, KnowTheSecondsOfATime) {
  EXPECT_EQ(seconds_in("s"), 1);
  EXPECT_EQ(seconds_in("ms/step"), 1e-3);
  EXPECT_EQ(seconds_in("Minutes"), 60);
  EXPECT_EQ(seconds_in("hrs"), 3600);
  EXPECT_EQ(seconds_in("images/s"), std::nullopt);
  EXPECT_EQ(seconds_in("hours/ns"), std::nullopt);
  EXPECT_EQ(seconds_in(""), std::nullopt);
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

TEST(UnitWords, TellMicroStepsFromOptimizerSteps) {
  EXPECT_EQ(parse_unit("ms/micro_step"),
            (UnitTraits{.is_time = true, .per_step = true, .per_micro_step = true, .is_one_word = false}));
  EXPECT_EQ(parse_unit("micro_batch/s"),
            (UnitTraits{.is_rate = true, .per_step = true, .per_micro_step = true, .is_one_word = false}));
  EXPECT_EQ(parse_unit("optimizer_step/s"),
            (UnitTraits{.is_rate = true, .per_step = true, .per_update = true, .is_one_word = false}));
}

TEST(UnitWords, KnowARateOfOneRankOrNode) {
  for (const auto* unit : {"tokens/s/GPU", "samples per sec per gpu", "images/s/rank"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_rate = true, .per_rank = true, .is_one_word = false}))
        << unit;
  EXPECT_EQ(parse_unit("tokens/s/node"),
            (UnitTraits{.is_rate = true, .per_node = true, .is_one_word = false}));
}

TEST(UnitWords, SayWhetherARankMayPrintSuchARateOfItsOwn) {
  for (const auto* unit : {"images/s", "tokens per second", "tps", "katom-step/s"})
    EXPECT_TRUE(may_be_of_one_rank(parse_unit(unit))) << unit;
  for (const auto* unit : {"images/s/rank", "tokens/s/node", "ns/day", "it/s", "TFLOP/s", "GFLOPS",
                           "images/s total", "images/s (all ranks)"})
    EXPECT_FALSE(may_be_of_one_rank(parse_unit(unit))) << unit;
  EXPECT_FALSE(parse_unit("images/s (all ranks)").per_rank);
}

TEST(UnitWords, CountAlikeIfTheyNameTheSameThing) {
  EXPECT_TRUE(count_alike("images/s", "samples"));
  EXPECT_TRUE(count_alike("Seqs per sec per GPU", "example"));
  EXPECT_TRUE(count_alike("tokens/s/GPU", "token"));
  EXPECT_FALSE(count_alike("tokens/s", "samples"));
  EXPECT_FALSE(count_alike("Ktokens/s", "tokens"));
  EXPECT_FALSE(count_alike("tokens/s", ""));
  EXPECT_FALSE(count_alike("", ""));
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

TEST(ContradictingUnit, IsWhatTheTextBehindANumberSays) {
  EXPECT_EQ(contradicting_unit("ms, mfu", "s"), "ms");
  EXPECT_EQ(contradicting_unit(" \u00b5s", "ms/step"), "us/step");
  EXPECT_EQ(contradicting_unit(" minutes", "s"), "min");
  EXPECT_EQ(contradicting_unit("s", "min"), "s");
  EXPECT_EQ(contradicting_unit(" Ktokens/s", "tokens/s/GPU"), "Ktokens/s/GPU");
  EXPECT_EQ(contradicting_unit(" K tokens/s", "tokens/s"), "Ktokens/s");
  EXPECT_EQ(contradicting_unit(" GFLOPS", "TFLOP/s"), "GFLOPS/s") << "near enough to be read";
  EXPECT_EQ(contradicting_unit(" MB/s", "GB/s"), "MB/s");
  EXPECT_EQ(contradicting_unit("%)", "share"), "'%'");
  EXPECT_EQ(contradicting_unit(" %", ""), "'%'");
  EXPECT_EQ(contradicting_unit("%", "% of a core"), "");
}

TEST(ContradictingUnit, IsNoneOfTheSameAndOfOtherWords) {
  const std::vector<std::pair<std::string, std::string>> same{{"s", "s"},
                                                              {" seconds", "s"},
                                                              {"", "s"},
                                                              {" per step", "s"},
                                                              {"m30s", "s"},
                                                              {" min=3", "s"},
                                                              {"tokens/s", "tokens/s"},
                                                              {" token/s", "tokens/s"},
                                                              {" Tokens/s", "tokens/s"},
                                                              {"k", "ktokens/s"},
                                                              {"K tokens/s", "ktokens/s"},
                                                              {" images", "samples/s"},
                                                              {" G", "images/s"},
                                                              {" it/s", "it/s"}};
  for (const auto& [behind, unit] : same) EXPECT_EQ(contradicting_unit(behind, unit), "") << behind << unit;
}

}  // namespace
}  // namespace scalegen
