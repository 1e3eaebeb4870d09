// The rung to ask for, in whole sentences.
#include "analysis/verdict/verdict.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>

#include <cmath>
#include <random>

#include "analysis/analyse.hpp"
#include "analysis/report/sections.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/made_up_sweep.hpp"
#include "tests/analysis/numbered_rounds.hpp"
#include "tests/analysis/rendered.hpp"

namespace scalegen::verdict {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

constexpr auto kRule =
    "rule: the largest rung with an efficiency of at least 70 %, over its whole 95 % interval (`advise:` "
    "changes it)";

// Efficiencies of 95, 84, 71 and 50 %.
constexpr auto kFiveRungs = R"(rung,seconds
1gpu,100.0
1gpu,101.0
1gpu,99.2
2gpu,52.6
2gpu,52.9
2gpu,52.3
4gpu,29.8
4gpu,29.9
4gpu,29.6
8gpu,17.6
8gpu,17.7
8gpu,17.4
16gpu,12.5
16gpu,12.6
16gpu,12.4
)";

Advice advice(const std::vector<std::string>& options) { return read_advice_options(options).value(); }

report::Report report_of(const std::string& text, const std::vector<std::string>& rule = {},
                         std::optional<Scaling> scaling = std::nullopt) {
  return report_of_table("t.csv", with_rounds(text),
                         {.scaling = scaling, .advise = rule.empty() ? default_advice() : advice(rule)})
      .value();
}

std::vector<std::string> lines_of(const std::string& text, const std::vector<std::string>& rule = {},
                                  std::optional<Scaling> scaling = std::nullopt) {
  return verdict_lines(report_of(text, rule, scaling));
}

ScalingTable table_of_five() { return report_of(kFiveRungs).tables.front(); }

std::vector<std::string> judgements(const Question& question, const ScalingTable& table = table_of_five()) {
  std::vector<std::string> texts;
  for (const auto& rung : judge(table, question)) {
    const auto& why = rung.conditions.empty() ? "" : rung.conditions.front().why_open;
    texts.push_back(rung.judgement == Judgement::met      ? "met"
                    : rung.judgement == Judgement::missed ? "missed"
                    : rung.judgement == Judgement::open   ? why
                                                          : "outside");
  }
  return texts;
}

TEST(Judgement, RestsOnTheStarsOfTheFigureThatItJudges) {
  Question question{.rule = advice({"per_doubling=1.3"})};
  auto table = table_of_five();
  for (std::size_t k = 1; k < table.points.size(); ++k)
    table.points[k].findings = {
        {.kind = FindingKind::difference, .facts = {{"differences", "torch is new"}}}};
  EXPECT_THAT(judgements(question, table),
              ElementsAre("met", "this doubling has a star: torch is new", "a doubling below it is open",
                          "a doubling below it is open", "a doubling below it is open"));
  table.points[1].findings = {};
  table.points[2].findings = {{.kind = FindingKind::doubling_beyond_ideal, .facts = {{"factor", "2.3x"}}}};
  EXPECT_THAT(judgements(question, table),
              ElementsAre("met", "met", "this doubling has a star: 2.3x is above 2.1x",
                          "a doubling below it is open", "a doubling below it is open"));
  table.points[3].findings = {{.kind = FindingKind::idle_gpus}};
  EXPECT_EQ(judgements(question, table)[3], "it has a star: GPUs of it were idle");
  EXPECT_EQ(judgements(question, table)[4], "8gpu has a star: GPUs of it were idle");
  question.rule = advice({"efficiency=40 %"});
  EXPECT_THAT(judgements(question), ElementsAre("met", "met", "met", "met", "met"));
  table = table_of_five();
  table.points[1].findings = {{.kind = FindingKind::edited_script}};
  EXPECT_EQ(judgements(question, table)[1], "it has a star: its script was edited by hand");
  EXPECT_EQ(judgements(question, table)[2], "met");
  table.points[0].findings = {{.kind = FindingKind::edited_script}};
  EXPECT_EQ(judgements(question, table)[2], "the baseline has a star: its script was edited by hand");
}

TEST(Judgement, BeginsDoublingsAtTheSmallestRungThatMayBeAskedFor) {
  const Question question{.rule = advice({"per_doubling=1.5"}),
                          .candidates = {false, false, true, true, true}};
  EXPECT_THAT(judgements(question), ElementsAre("outside", "outside", "met", "met", "missed"));
  EXPECT_EQ(verdict_on(report_of(kFiveRungs).tables.front(),
                       {.rule = advice({"per_doubling=1.5"}), .candidates = std::vector<bool>(5, false)})
                .none,
            "no rung is known to fill whole nodes, and nothing less can be asked for");
}

// Nobody said that a rank has a GPU, or on how many nodes it is.
TEST(Verdict, CountsWhatATableCounts) {
  const auto lines = [](const std::string& head, const std::vector<std::string>& rule = {}) {
    auto report = report_of(head + ",seconds\n1,100\n1,101\n1,99.5\n2,51\n2,51.5\n2,50.8\n", rule);
    return fmt::format("{}", fmt::join(verdict_lines(report), "\n"));
  };
  EXPECT_THAT(lines("ranks"), HasSubstr("its rank-hours."));
  EXPECT_THAT(lines("ranks"), HasSubstr("rounds on 4 ranks may tell"));
  EXPECT_THAT(lines("cores"), HasSubstr("its core-hours."));
  EXPECT_THAT(lines("cores"), HasSubstr("rounds on 4 cores may tell"));
  EXPECT_THAT(lines("gpus"), HasSubstr("rounds on 4 GPUs may tell"));
  EXPECT_THAT(lines("ranks", {"budget=1 rank-hours", "runs=10"}), HasSubstr("Ask for 2ranks: 0.283 ["));
  EXPECT_THAT(lines("ranks", {"budget=1 node-hours", "runs=10"}),
              HasSubstr("Not known: whether 1rank meets the budget of 1 node-hours: nothing says on how many "
                        "nodes it is, so its node-hours are not known."));
}

TEST(Verdict, AdvisesTheLargestRungWhoseWholeIntervalMeetsTheRule) {
  EXPECT_THAT(
      lines_of(kFiveRungs),
      ElementsAre("Ask for 8gpu: efficiency 71.3 % [70.9, 71.5], the largest rung of at least 70 %.",
                  "It is 1.69x [1.68, 1.70] as fast as 4gpu at 1.181x [1.173, 1.187] its GPU-hours; 16gpu is "
                  "1.405x [1.400, 1.411] as fast at 1.424x [1.418, 1.428] the GPU-hours.",
                  "No larger rung meets the rule: 16gpu has efficiency 50.0 % [49.8, 50.2].", kRule));
}

TEST(Verdict, LeavesARungOpenWhoseIntervalContainsTheLimit) {
  const auto lines = lines_of(kFiveRungs, {"efficiency=71%"});
  EXPECT_THAT(lines[0], HasSubstr("Ask for 4gpu: efficiency 83.9 %"));
  EXPECT_THAT(lines[2], HasSubstr("Not known: whether 8gpu meets an efficiency of 71 % (efficiency 71.3 % "
                                  "[70.9, 71.5]); about 6 more rounds of it and 1gpu would tell."));
}

TEST(Verdict, SaysHowManyRoundsWouldTell) {
  const auto lines =
      lines_of("1gpu,100\n1gpu,104\n1gpu,96\n2gpu,58\n2gpu,62\n2gpu,57\n4gpu,34.5\n4gpu,36.5\n4gpu,32\n");
  EXPECT_THAT(lines[2], testing::ContainsRegex(
                            "Not known: whether 4gpu meets an efficiency of 70 % "
                            "\\(efficiency 7.*\\); about [0-9]+ more rounds of it and 1gpu would tell."));
}

/// The share of tables with so many rounds, with the typical values and the scatter of a report, in which the
/// rung that is open there is judged.
double power_of(const report::Report& report, int rounds) {
  constexpr int kTables = 400;
  const auto& table = report.tables.front();
  std::mt19937 random(7);
  std::normal_distribution<> normal;
  int judged = 0;
  for (int i = 0; i < kTables; ++i) {
    std::string text = "rung,seconds\n";
    for (std::size_t k = 0; k < table.points.size(); ++k) {
      const auto logs = stats::observed(table.of_equal_work.y[k]);
      const double sd =
          stats::is_pooled(table.noise, k) ? table.noise->sd : std::sqrt(stats::sample_variance(logs));
      for (int round = 0; round < rounds; ++round)
        text +=
            fmt::format("{},{}\n", table.points[k].rung, std::exp(stats::mean(logs) + sd * normal(random)));
    }
    judged += report_of(text).verdicts[0].rungs[report.verdicts[0].open->point].judgement == Judgement::open
                  ? 0
                  : 1;
  }
  return static_cast<double>(judged) / kTables;
}

// A noisier rung, another one, a noisier baseline, and equal noise.
TEST(Verdict, PromisesTheRoundsThatDoTell) {
  for (const auto* text :
       {"1gpu,100\n1gpu,100.1\n1gpu,99.9\n2gpu,52\n2gpu,52.1\n2gpu,52.05\n4gpu,20\n4gpu,45\n4gpu,30\n",
        "1gpu,100\n1gpu,100.1\n1gpu,99.9\n2gpu,52\n2gpu,52.1\n2gpu,52.05\n8gpu,12\n8gpu,20\n8gpu,15.5\n",
        "1gpu,60\n1gpu,100\n1gpu,140\n2gpu,50\n2gpu,50.1\n2gpu,49.9\n4gpu,26\n4gpu,26.1\n4gpu,25.9\n",
        "1gpu,100\n1gpu,104\n1gpu,96\n2gpu,51\n2gpu,53.5\n2gpu,50.5\n4gpu,33.9\n4gpu,35.4\n4gpu,34.2\n"}) {
    const auto report = report_of(text);
    ASSERT_TRUE(report.verdicts[0].open && report.verdicts[0].open->more_rounds) << text;
    const auto more = *report.verdicts[0].open->more_rounds;
    const double power = power_of(report, 3 + more);
    EXPECT_GE(power, 0.68) << more << " more\n" << text;
    EXPECT_LE(power, 0.93) << more << " more\n" << text;
  }
}

TEST(Verdict, PromisesNoRoundsWhereAStarStandsInTheWay) {
  auto table = table_of_five();
  const Question question{.rule = advice({"efficiency=71 %"})};
  ASSERT_EQ(table.points[verdict_on(table, question).open.value().point].rung, "8gpu");
  EXPECT_TRUE(verdict_on(table, question).open->more_rounds);
  table.points[3].findings = {{.kind = FindingKind::idle_gpus}};
  EXPECT_EQ(verdict_on(table, question).open->condition.why_open, "it has a star: GPUs of it were idle");
  EXPECT_FALSE(verdict_on(table, question).open->more_rounds);
}

TEST(Verdict, PricesTheRoundsThatWouldTell) {
  auto sweep = priced_sweep(3);
  sweep.head.advise = advice({"efficiency=81 %"});
  EXPECT_EQ(
      verdict_lines(sweep.report())[2],
      "Not known: whether 4gpu meets an efficiency of 81 % (efficiency 80.0 % [78.6, 82.2]); about 17 more "
      "rounds of it and 1gpu would tell (4.19 GPU-hours).");
}

TEST(Verdict, IsNeverStrongerThanIntervals) {
  EXPECT_THAT(lines_of("1gpu,100\n2gpu,52\n4gpu,28\n8gpu,40\n"),
              ElementsAre("Ask for no more than 1gpu, the baseline, until more is known: no larger rung is "
                          "shown to meet the rule; by figures without intervals it would be 4gpu, 89.3 %.",
                          "2gpu is 1.92x as fast at 1.04x the GPU-hours.",
                          "Not known: whether 2gpu meets an efficiency of 70 %: it has no interval.",
                          "rule: the largest rung with an efficiency of at least 70 %, over its whole "
                          "interval (`advise:` changes it)"));
}

TEST(Verdict, AdvisesTheBaselineIfNothingLargerMeetsTheRule) {
  EXPECT_THAT(
      lines_of("1gpu,100\n1gpu,101\n2gpu,80\n2gpu,81\n"),
      ElementsAre("Ask for 1gpu, the baseline: no larger rung meets the rule.",
                  testing::StartsWith("2gpu is 1.248x [1.239, 1.258]"),
                  testing::StartsWith("No larger rung meets the rule: 2gpu has efficiency 62.4 %"),
                  "rule: the largest rung with an efficiency of at least 70 %, over its whole 90 % interval "
                  "(`advise:` changes it)"));
}

TEST(Verdict, SaysInWordsThatSpeedsAreNotDistinguishable) {
  const auto lines = lines_of("1gpu,100\n1gpu,103\n1gpu,97\n2gpu,100\n2gpu,99\n2gpu,104\n");
  EXPECT_THAT(lines[1], HasSubstr("2gpu is not distinguishable from 1gpu in speed, "));
}

TEST(Verdict, OfTheLargestRungNamesTheNextRun) {
  EXPECT_THAT(lines_of("1gpu,100\n1gpu,101\n2gpu,51\n2gpu,52\n")[2],
              "Not known: whether more than 2gpu meets the rule; rounds on 4 "
              "GPUs may tell.");
  EXPECT_THAT(lines_of("nodes,seconds\n1,100\n1,101\n2,51\n2,52\n")[2],
              HasSubstr("rounds on 4 nodes may tell"));
}

TEST(Verdict, GoesByEachDoubling) {
  const auto lines = lines_of(kFiveRungs, {"per_doubling=1.5"});
  EXPECT_THAT(lines[0], HasSubstr("Ask for 8gpu: 1.69x [1.68, 1.70] per doubling"));
  EXPECT_EQ(lines[2], "No larger rung meets the rule: 16gpu has 1.405x [1.400, 1.411] per doubling.");
  const auto broken =
      lines_of("1gpu,100\n1gpu,101\n2gpu,90\n2gpu,91\n4gpu,46\n4gpu,47\n", {"per_doubling=1.5"});
  EXPECT_THAT(broken[0], HasSubstr("Ask for 1gpu, the baseline"))
      << "4gpu is fast enough, but not all below it";
}

TEST(Verdict, AppliesTheLimitOfEachSize) {
  const auto lines = lines_of(kFiveRungs, {"per_doubling=1: 1.5, 16: 1.39"});
  EXPECT_EQ(
      lines[0],
      "Ask for 16gpu: 1.405x [1.400, 1.411] per doubling, of at least 1.39x, the largest rung that meets "
      "the rule with its whole interval.");
  EXPECT_EQ(
      lines.back(),
      "rule: the largest rung with a speedup of at least 1.5 per doubling, from 16 ranks on 1.39, over its "
      "whole 95 % interval (`advise:` changes it)");
  EXPECT_EQ(
      lines_of(kFiveRungs, {"efficiency=8: 80 %, 16: 40 %"})[0],
      "Ask for 16gpu: efficiency 50.0 % [49.8, 50.2], of at least 40 %, the largest rung that meets the "
      "rule with its whole interval.");
}

// A rule from 4 ranks on holds of the doubling to 4, not of that to 8 alone.
TEST(Judgement, OfADoublingHasTheLimitOfTheRungThatItLeadsTo) {
  EXPECT_THAT(judgements({.rule = advice({"per_doubling=1: 1.95, 4: 1.3"})}),
              ElementsAre("met", "missed", "missed", "missed", "missed"));
  EXPECT_THAT(judgements({.rule = advice({"per_doubling=1: 1.5, 4: 1.9, 8: 1.3"})}),
              ElementsAre("met", "met", "missed", "missed", "missed"));
  EXPECT_THAT(judgements({.rule = advice({"per_doubling=100: 1.5"})}),
              ElementsAre("met", "met", "met", "met", "missed"))
      << "the first holds below its size, too";
}

TEST(Judgement, IsOpenWhereTheLimitOfASizeIsNotKnown) {
  auto table = table_of_five();
  table.points[4].shape.ranks.reset();
  table.points[4].shape.nodes.reset();
  constexpr auto kUnknown = "nothing says how many ranks it has, and so which limit holds for it";
  EXPECT_EQ(judgements({.rule = advice({"per_doubling=1: 1.5, 8: 1.3"})}, table)[4], kUnknown);
  EXPECT_EQ(judgements({.rule = advice({"efficiency=1: 70 %, 8: 40 %"})}, table)[4], "outside");
}

TEST(Verdict, OfADeadlineIsTheCheapestRungThatKeepsIt) {
  const auto lines = lines_of(kFiveRungs, {"deadline=3m", "runs=10"});
  EXPECT_EQ(lines[0],
            "Ask for 8gpu: 2.93 min [2.88, 2.98], the cheapest rung that meets the rule with its whole "
            "interval.");
  EXPECT_EQ(lines.back(),
            "rule: the cheapest rung with a deadline of 3 min for 10 runs, over its whole 95 % interval "
            "(`advise:` changes it)");
  EXPECT_THAT(
      lines_of(kFiveRungs, {"deadline=1s", "runs=1"})[0],
      "No rung can be advised: no rung meets the rule; 16gpu comes closest with 12.5 s [12.3, 12.7].");
}

// Larger rungs keep a deadline, too: they are dearer.
TEST(Verdict, OfADeadlineSaysThatALargerRungKeepsItToo) {
  const auto lines = lines_of(kFiveRungs, {"deadline=310s", "runs=10"});
  EXPECT_THAT(lines[0], HasSubstr("Ask for 4gpu: 4.97 min"));
  EXPECT_EQ(lines[2], "8gpu meets the rule, too, with 2.93 min [2.88, 2.98]; its typical cost is higher.");
  const auto of_all = lines_of(kFiveRungs, {"deadline=1h", "runs=10"});
  EXPECT_EQ(of_all[0],
            "Ask for 1gpu, the baseline: 16.7 min [16.4, 17.0], the cheapest rung that meets the rule.");
  EXPECT_EQ(of_all[2], "2gpu meets the rule, too, with 8.77 min [8.62, 8.91]; its typical cost is higher.");
}

TEST(Verdict, OfABudgetIsTheLargestRungThatKeepsIt) {
  const auto lines = lines_of(kFiveRungs, {"budget=0.36 GPU-hours", "runs=10"});
  EXPECT_EQ(
      lines[0],
      "Ask for 4gpu: 0.331 [0.325, 0.336] GPU-hours, the largest rung that meets the rule with its whole "
      "interval.");
  EXPECT_THAT(lines_of(kFiveRungs, {"budget=5 EUR", "runs=1"})[1],
              "Not known: whether 1gpu meets the budget of 5 EUR: its price in EUR is not known.");
}

TEST(Verdict, NeedsToKnowTheWorkOfATime) {
  EXPECT_THAT(lines_of(kFiveRungs, {"deadline=3m", "steps=10"})[1],
              "Not known: whether 1gpu meets the deadline of 3 min: unknown samples per step: set "
              "'global_batch'.");
}

TEST(Verdict, OfARateTakesWhatItCountsForSamples) {
  const auto report =
      report_of("gpus,images_per_s\n1,100\n1,101\n2,190\n2,191\n", {"deadline=10m", "samples=90000"});
  EXPECT_EQ(verdict_lines(report)[0],
            "Ask for 2gpu: 7.87 min [7.72, 8.03], the cheapest rung that meets the rule with its whole "
            "interval.");
}

TEST(Verdict, OfThroughputNeedsAnotherRule) {
  const auto lines = lines_of("gpus,images_per_s\n1,100\n2,190\n", {}, Scaling::throughput);
  EXPECT_EQ(
      lines[0],
      "No rung can be advised: throughput scaling has no efficiency; 'advise:' with a deadline or a budget "
      "judges its rungs.");
}

TEST(Verdict, SaysWhyThereIsNoSpeedup) {
  const auto lines = lines_of("gpus,ns/day\n1,17.6\n1,17.7\n2,17.6\n2,17.5\n", {}, Scaling::weak);
  const std::string why =
      "'ns/day' is of simulated time, which does not grow with the work: in weak scaling it is no speed.";
  EXPECT_EQ(lines[0], "No rung can be advised: " + why);
  EXPECT_EQ(lines[1], "Not known: the efficiency of any rung: " + why);
}

TEST(Verdict, OfOneRungComparesNothing) {
  EXPECT_EQ(lines_of("1gpu,100\n1gpu,101\n")[0],
            "No rung can be advised: 1gpu is the only rung, and a rule compares rungs.");
}

TEST(Verdict, TrustsNoStarredRung) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "4cpu") run.start.torch = "9.9";
  const auto lines = verdict_lines(sweep.report());
  EXPECT_THAT(lines[0], HasSubstr("Ask for 2cpu"));
  EXPECT_EQ(lines[2],
            "Not known: whether 4cpu meets an efficiency of 70 % (efficiency 79.2 % [78.1, 80.9]): it has "
            "a star: torch is 9.9 here and 1.13.1 in the baseline.");
}

TEST(Verdict, TrustsNothingBesideAStarredBaseline) {
  MadeUpSweep sweep(3);
  for (auto& run : sweep.runs)
    if (run.record.run.rung.name == "1cpu") run.files["edited.sbatch"] = "#!/bin/bash\n";
  const auto lines = verdict_lines(sweep.report());
  EXPECT_EQ(
      lines[0],
      "No rung can be advised: no rung is shown to meet the rule; 1cpu is open, since it has a star: its "
      "script was edited by hand.");
}

TEST(Verdict, IsEmptyWhereNothingWasMeasured) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.record.outcome = Failed{1, "no"};
  EXPECT_THAT(verdict_lines(sweep.report()), IsEmpty());
}

TEST(Verdict, SaysThatAClimbLeftARungOut) {
  MadeUpSweep sweep(3);
  for (const int round : {1, 2, 3}) {
    auto& record = sweep.run(fmt::format("4cpu-r{}", round)).record;
    record = {.run = record.run,
              .not_needed = "not run: 2cpu has efficiency 92.8 %, 'efficiency > 0.95' does not hold"};
  }
  EXPECT_THAT(verdict_lines(sweep.report()),
              testing::Contains("Not known: whether 4cpu meets an efficiency of 70 %: the climb left it out, "
                                "since 2cpu has efficiency 92.8 %, 'efficiency > 0.95' does not hold."));
}

TEST(Verdict, OfAMissingBaselineSaysSo) {
  MadeUpSweep sweep(2);
  sweep.run("1cpu-r1").record.outcome = Failed{1, "no"};
  sweep.run("1cpu-r2").record.outcome = Failed{1, "no"};
  EXPECT_THAT(verdict_lines(sweep.report())[0],
              "No rung can be advised: the baseline 1cpu was not measured.");
}

}  // namespace
}  // namespace scalegen::verdict
