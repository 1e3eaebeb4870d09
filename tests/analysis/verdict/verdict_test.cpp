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

TEST(Verdict, OfADeadlineThatAllKeepIsTheBaseline) {
  const auto of_all = lines_of(kFiveRungs, {"deadline=1h", "runs=10"});
  EXPECT_EQ(of_all[0],
            "Ask for 1gpu, the baseline: 16.7 min [16.4, 17.0], the cheapest rung that meets the rule.");
  EXPECT_EQ(of_all[2], "2gpu meets the rule, too, with 8.77 min [8.62, 8.91]; its typical cost is higher.");
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

TEST(Verdict, SaysWhyThereIsNoSpeedup) {
  const auto lines = lines_of("gpus,ns/day\n1,17.6\n1,17.7\n2,17.6\n2,17.5\n", {}, Scaling::weak);
  const std::string why =
      "'ns/day' is of simulated time, which does not grow with the work: in weak scaling it is no speed.";
  EXPECT_EQ(lines[0], "No rung can be advised: " + why);
  EXPECT_EQ(lines[1], "Not known: the efficiency of any rung: " + why);
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

TEST(Verdict, IsEmptyWithoutAFigureAndNoneWithoutTheBaseline) {
  MadeUpSweep sweep(1);
  for (auto& run : sweep.runs) run.record.outcome = Failed{1, "no"};
  EXPECT_THAT(verdict_lines(sweep.report()), IsEmpty());
  MadeUpSweep others(2);
  for (const auto* run : {"1cpu-r1", "1cpu-r2"}) others.run(run).record.outcome = Failed{1, "no"};
  EXPECT_THAT(verdict_lines(others.report())[0],
              "No rung can be advised: the baseline 1cpu was not measured.");
}

}  // namespace
}  // namespace scalegen::verdict
