#include "core/advice.hpp"

#include <gmock/gmock.h>

namespace scalegen {
namespace {

std::string refusal(const std::vector<std::string>& options) {
  const auto advice = read_advice_options(options);
  return advice ? "" : advice.error().front().message + " | " + advice.error().front().hint;
}

TEST(Work, IsOneWord) {
  EXPECT_EQ(read_work("90epochs").value(), (Work{Work::Unit::epochs, 90}));
  EXPECT_EQ(read_work("6e6 steps").value(), (Work{Work::Unit::steps, 6e6}));
  for (const auto* text : {"", "90", "epochs", "-1runs", "0runs", "9epoch"})
    EXPECT_EQ(render(read_work(text).error()), "error: '" + std::string(text) +
                                                   "' is no amount of work\n      = hint: write steps, "
                                                   "samples, epochs or runs, such as 90epochs or 6e6steps\n");
}

TEST(Advice, IsReadAsPeopleWriteIt) {
  for (const auto* text : {"efficiency=70 %", "efficiency=70%", "efficiency=0.7"})
    EXPECT_EQ(read_advice_options({text}).value(), default_advice()) << text;
  EXPECT_EQ(read_advice_options({"per_doubling=1.5x"}).value(), (Advice{.per_doubling = 1.5}));
  EXPECT_EQ(read_advice_options({"deadline=24h", "steps=6e6"}).value(),
            (Advice{.deadline = std::chrono::hours(24), .work = Work{Work::Unit::steps, 6e6}}));
  EXPECT_EQ(read_advice_options({"budget=5000 gpu-hours", "samples=9e8"}).value(),
            (Advice{.budget = Budget{5000, "GPU-hours"}, .work = Work{Work::Unit::samples, 9e8}}));
  EXPECT_EQ(read_advice_options({"budget=10 billing units", "runs=3"}).value().budget->unit, "billing units");
}

TEST(Advice, RefusesWhatNoRungCouldMeetOrMiss) {
  EXPECT_EQ(refusal({"efficiency=70"}), "'efficiency' is above 100 %: '70' | write 70 %");
  for (const auto* text : {"efficiency=0", "efficiency=-5 %", "efficiency=101 %", "efficiency=1000"})
    EXPECT_THAT(refusal({text}), testing::HasSubstr("must be above 0 and at most 100 %")) << text;
  EXPECT_EQ(refusal({"efficiency=0x1"}), "'efficiency' is not a share: '0x1' | write 70 % or 0.7");
  EXPECT_EQ(refusal({"efficiency=50 %", "efficiency=60 %"}),
            "--advise: 'efficiency' is given twice | keep one of the two");
  EXPECT_EQ(refusal({"efficiency=nan"}), "'efficiency' is not a share: 'nan' | write 70 % or 0.7");
  EXPECT_EQ(refusal({"per_doubling=75 %"}),
            "'per_doubling' is a speedup, not a share: '75 %' | write 1.5: 75 % of the ideal 2");
  for (const auto* text : {"per_doubling=1", "per_doubling=2.5", "per_doubling=-1", "per_doubling=x"})
    EXPECT_THAT(refusal({text}), testing::HasSubstr("must be above 1 and at most 2")) << text;
  EXPECT_EQ(
      refusal({"budget=5000"}),
      "'budget' has no unit: '5000' | write 5000 GPU-hours, core-hours, node-hours, or the site's own units");
  EXPECT_EQ(refusal({"budget=-5 GPU-hours"}),
            "'budget' is not an amount above 0: '-5 GPU-hours' | write 5000 GPU-hours");
  EXPECT_EQ(refusal({"deadline=30"}),
            "'deadline' has no unit: '30' | write 30m for minutes, 30h for hours or 30s for seconds");
  EXPECT_EQ(refusal({"steps=0"}), "'steps' is not a number above 0: '0' | write 100000 or 6e6");
}

TEST(Advice, MayDependOnTheSize) {
  const auto advice =
      read_advice_options({"per_doubling=512: 1.5, 1024:1.4x,2048 : 1.3", "efficiency=64: 60 %, 1: 0.7"})
          .value();
  EXPECT_EQ(advice, (Advice{.efficiency = 0.7,
                            .efficiency_from = {{64, 0.6}},
                            .per_doubling = 1.5,
                            .per_doubling_from = {{1024, 1.4}, {2048, 1.3}}}));
  EXPECT_EQ(to_text(advice),
            "an efficiency of at least 70 %, from 64 ranks on 60 % and a speedup of at least 1.5 per "
            "doubling, from 1024 ranks on 1.4, from 2048 ranks on 1.3");
  EXPECT_EQ(read_advice_options({"per_doubling=512: 1.5"}).value(), (Advice{.per_doubling = 1.5}));
  std::vector<double> limits;
  for (const int ranks : {1, 511, 512, 1023, 1024, 2047, 2048, 1'000'000})
    limits.push_back(limit_at(1.5, advice.per_doubling_from, ranks));
  EXPECT_THAT(limits, testing::ElementsAre(1.5, 1.5, 1.5, 1.5, 1.4, 1.4, 1.3, 1.3));
}

TEST(Advice, RefusesSizesThatAreNone) {
  for (const std::string sizes :
       {"x: 1.5", "0: 1.5", "-4: 1.5", "1.5: 1.5", "1e9: 1.5", "nan: 1.5", ": 1.5", "8 1.5"})
    EXPECT_EQ(refusal({"per_doubling=4: 1.5, " + sizes}),
              "'per_doubling' does not say from how many ranks on it holds: '" +
                  std::string(sizes.starts_with(' ') ? "" : " ") + sizes +
                  "' | write per_doubling: {512: 1.5, 1024: 1.4}, with at most 10000000 ranks");
  EXPECT_EQ(refusal({"per_doubling=8: 1.5,"}),
            "'per_doubling' does not say from how many ranks on it holds: '' | write per_doubling: {512: "
            "1.5, 1024: 1.4}, with at most 10000000 ranks");
  EXPECT_EQ(refusal({"efficiency=20000000: 0.5"}),
            "'efficiency' does not say from how many ranks on it holds: '20000000: 0.5' | write efficiency: "
            "{512: 70 %, 1024: 60 %}, with at most 10000000 ranks");
  EXPECT_TRUE(read_advice_options({"efficiency=512: 70 %, 10000000: 60 %"})) << "what the hint says";
  EXPECT_EQ(refusal({"per_doubling=8: 1.5, 8: 1.4"}),
            "'per_doubling' says twice what holds from 8 ranks on | keep one of the two");
  EXPECT_EQ(refusal({"per_doubling=8: 3"}),
            "'per_doubling' must be above 1 and at most 2, but this is '3' | write 1.5: twice the size is to "
            "be 1.5 times as fast");
  EXPECT_EQ(refusal({"efficiency=8:"}), "'efficiency' is not a share: '' | write 70 % or 0.7");
}

TEST(Advice, HasToBeComplete) {
  EXPECT_EQ(refusal({"deadline=1h"}),
            "'deadline' does not say for how much work | add steps, samples, epochs or runs, as in advise: "
            "{deadline: 24h, steps: 6e6}");
  EXPECT_EQ(refusal({"efficiency=0.7", "runs=3"}),
            "'runs' says for how much work, but neither a deadline nor a budget is given | add deadline: 24h "
            "or budget: 5000 GPU-hours, or remove 'runs'");
  EXPECT_EQ(refusal({"deadline=1h", "runs=3", "steps=5"}),
            "'runs' and 'steps' both say the work | keep one of the two");
  EXPECT_EQ(refusal({}),
            "'advise' says no rule | write advise: {efficiency: 70 %}, or per_doubling, deadline, budget");
  EXPECT_EQ(refusal({"eficiency=0.7"}), "'eficiency' is no part of a rule | did you mean 'efficiency'?");
  EXPECT_EQ(refusal({"efficiency"}),
            "--advise: 'efficiency' is no part of a rule | write NAME=VALUE, such as efficiency=80 % or "
            "per_doubling=1.5");
}

TEST(Advice, ReadsAsASentence) {
  EXPECT_EQ(to_text(default_advice()), "an efficiency of at least 70 %");
  EXPECT_EQ(
      to_text(read_advice_options({"per_doubling=1.5", "budget=5 EUR", "deadline=36h", "runs=1"}).value()),
      "a speedup of at least 1.5 per doubling and a deadline of 36 h and a budget of 5 EUR for 1 run");
}

}  // namespace
}  // namespace scalegen
