#include "core/metric_unit.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

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
  for (const auto* unit : {"ns/day", "hours per ns", "us/hour", "ps/day", "simulated_years/day"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time_per_time = true, .is_one_word = false})) << unit;
}

TEST(UnitWords, KnowTheTimeAndTheRateOfSteps) {
  for (const auto* unit : {"ms/step", "s/it", "sec per iteration", "ms / batch"})
    EXPECT_EQ(parse_unit(unit), (UnitTraits{.is_time = true, .per_step = true, .is_one_word = false}))
        << unit;
  for (const auto* unit : {"it/s", "steps per second", "batches/s", "timesteps/s"})
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

TEST(ContradictingUnit, StandsBehindBlanksTabsAndBrackets) {
  EXPECT_EQ(contradicting_unit("  ms", "s"), "ms");
  EXPECT_EQ(contradicting_unit("\tms", "s"), "ms");
  EXPECT_EQ(contradicting_unit(" (ms): ok", "s"), "ms");
  EXPECT_EQ(contradicting_unit("   min", "s"), "min");
  EXPECT_EQ(contradicting_unit(" [Mcells/s]", "cells/s"), "Mcells/s");
  EXPECT_EQ(contradicting_unit(" (%)", "s"), "'%'");
  EXPECT_EQ(contradicting_unit(" M", "kcells/s"), "Mcells/s") << "as DeepSpeed prints a number";
  EXPECT_EQ(contradicting_unit(" M/sec", "events/s"), "Mevents/s") << "as perf does";
  EXPECT_EQ(contradicting_unit(" G", "Tokens/s"), "GTokens/s");
}

TEST(ContradictingUnit, MayBeInTheTimeBelow) {
  EXPECT_EQ(contradicting_unit(" cells/min", "cells/s"), "cells/min");
  EXPECT_EQ(contradicting_unit(" Mcells per minute", "cells/s/GPU"), "Mcells/minute/GPU");
  EXPECT_EQ(contradicting_unit(" grid points/h", "grid points per sec"), "grid points per h");
  EXPECT_EQ(contradicting_unit(" ns/hour,", "ns/day"), "ns/hour");
  EXPECT_EQ(contradicting_unit(" ps/day", "ns/day"), "ps/day");
  EXPECT_EQ(contradicting_unit(" fs/day", "ns/day"), "fs/day");
  EXPECT_EQ(contradicting_unit(" M/min", "cells/s"), "Mcells/min");
  EXPECT_EQ(contradicting_unit(" steps/sec", "steps/s"), "");
  EXPECT_EQ(contradicting_unit(" ns", "ns/day"), "");
  EXPECT_EQ(contradicting_unit(" tokens, 3 s/step", "tokens/min"), "");
}

TEST(ContradictingUnit, MayBeTurnedOrOfOneRank) {
  EXPECT_EQ(contradicting_unit(" s/step", "steps/s"), "s/step");
  EXPECT_EQ(contradicting_unit(" ms/token, ok", "tokens/s"), "ms/token");
  EXPECT_EQ(contradicting_unit("it/s]", "s/it"), "it/s");
  EXPECT_EQ(contradicting_unit(" s/step", "ns/day"), "s/step");
  EXPECT_EQ(contradicting_unit(" tokens/s/GPU", "tokens/s"), "tokens/s/GPU");
  EXPECT_EQ(contradicting_unit(" images/sec per GPU, 50 in all", "images/s total"), "images/sec/GPU");
  EXPECT_EQ(contradicting_unit(" tokens/s/GPU", "tokens/s/rank"), "");
  EXPECT_EQ(contradicting_unit(" tokens/s", "tokens/s/GPU"), "");
  EXPECT_EQ(contradicting_unit(" s/step 0.1", "it/s"), "") << "the next figure's name";
}

TEST(ContradictingUnit, MayBeOfBytes) {
  EXPECT_EQ(contradicting_unit(" GB/s", "MiB/s"), "GB/s");
  EXPECT_EQ(contradicting_unit(" GiB/s", "MB/s"), "GiB/s");
  EXPECT_EQ(contradicting_unit(" KB/s", "KiB/s"), "KB/s");
  EXPECT_EQ(contradicting_unit(" G", "MiB"), "GiB");
  EXPECT_EQ(contradicting_unit(" MB/s", "bytes/s"), "MB/s");
  EXPECT_EQ(contradicting_unit(" Mbytes/sec", "MB/s"), "");
  EXPECT_EQ(contradicting_unit(" steps/s", "M steps/s"), "steps/s");
  EXPECT_EQ(contradicting_unit(" M steps/s", "Msteps/s"), "");
}

// Programs print this behind the figure that is meant: LAMMPS, AMBER, GROMACS, STREAM, IOR, NAMD, PyTorch.
TEST(ContradictingUnit, IsNoneOfTheNextFigure) {
  const std::vector<std::pair<std::string, std::string>> healthy{
      {" steps/s, loss 3", "steps/s"},
      {" ns/day, 0.031 hours/ns, 903.7 timesteps/s, 28.9 Matom-step/s", "ns/day"},
      {" timesteps/s, 28.9 Matom-step/s", "timesteps/s"},
      {"   seconds/ns =    1262.95", "ns/day"},
      {" Per Step(ms) =       2.53", "s"},
      {"        1.364", "ns/day"},
      {"     0.012     0.011     0.013", "MB/s"},
      {" MiB/sec (1294.53 MB/sec)", "MiB/s"},
      {" s/step 1.42 days/ns 512 MB memory", "s/step"},
      {" (45 %)", "s"},
      {" (0.456)\tData 0.001", "s"},
      {" on 4 procs for 100 steps with 32000 atoms", "s"},
      {" (min) 15.1 (max)", "s"},
      {"   ms: 3", "s"},
      {"\tT = 300", "steps/s"},
      {" K 5", "steps/s"},
      {" m", "s"},
      {"  (m)", "s"},
      {"it/s]", "it/s"}};
  for (const auto& [behind, unit] : healthy)
    EXPECT_EQ(contradicting_unit(behind, unit), "") << behind << unit;
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
                                                              {" G 3", "images/s"},
                                                              {" it/s", "it/s"}};
  for (const auto& [behind, unit] : same) EXPECT_EQ(contradicting_unit(behind, unit), "") << behind << unit;
}

TEST(UnitBehind, DependsOnItsPartAlone) {
  const std::vector<std::string> parts{
      "tok", "tokens", "/s", " per ", "M", "k", "ms",    "s",  "GPU", " ", "  ",  "8", "12.5", "=", ": ",
      ",",   "(",      ")",  "min",   "%", "|", "loss=", "\t", "T",   ";", "day", "/", " /",   "a", "image"};
  std::mt19937 draw(7);
  for (int n = 0; n < 20000; ++n) {
    std::string behind;
    for (auto left = draw() % 9; left > 0; --left) behind += parts[draw() % parts.size()];
    for (const auto* unit : {"tokens/s", "Mtokens/s/GPU", "ms/step", "s", "ns/day", "images/min", "%"}) {
      ASSERT_EQ(contradicting_unit(behind, unit), contradicting_unit(unit_part(behind), unit))
          << behind << "| " << unit;
      ASSERT_EQ(prefix_factor(behind, unit), prefix_factor(unit_part(behind), unit))
          << behind << "| " << unit;
    }
  }
}

}  // namespace
}  // namespace scalegen
