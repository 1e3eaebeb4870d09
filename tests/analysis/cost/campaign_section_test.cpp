// The price of production runs, from the rungs that were measured.
#include <gmock/gmock.h>

#include "analysis/cost/campaign_cost.hpp"
#include "analysis/report/sections.hpp"
#include "core/json.hpp"
#include "tests/analysis/cost/priced_sweep.hpp"
#include "tests/analysis/report/golden_formats.hpp"

namespace scalegen::report {
namespace {

using testing::ElementsAre;

CampaignLine line_of(const std::string& run, std::int64_t runs, const CampaignSize& size,
                     CampaignLine::Unit unit, double amount) {
  return {.run = run, .runs = runs, .size = size, .unit = unit, .amount = amount};
}

const CampaignLine kTrain = line_of("train", 3, {.nodes = 2}, CampaignLine::Unit::steps, 6e6);

MadeUpSweep with_campaign(MadeUpSweep sweep, const std::vector<CampaignLine>& campaign) {
  sweep.head.campaign = campaign;
  return sweep;
}

std::vector<std::string> lines_of(const MadeUpSweep& sweep) { return campaign_section(sweep.report()).lines; }

TEST(GoldenReport, OfACampaignPricesEachLineByAMeasuredRung) {
  expect_golden_formats(
      "campaign", with_campaign(priced_sweep(3),
                                {kTrain, line_of("tune", 20, {.gpus = 2}, CampaignLine::Unit::epochs, 90),
                                 line_of("test", 1, {.rung = "1gpu"}, CampaignLine::Unit::samples, 1e6)})
                      .report());
}

TEST(CampaignSection, IsRunsTimesNodesTimesStepsTimesTheTimeOfAStep) {
  const auto report = priced_sweep(3).report();
  const auto& table = report.tables[0];
  const auto cost = campaign_costs({kTrain}, table, report.head.metric)[0];
  const auto& rate = *table.points[3].typical;  // images/s of 512 images a step
  EXPECT_DOUBLE_EQ(cost.node_hours->centre, 3 * 2 * 6e6 * (512 / rate.centre) / 3600);
  EXPECT_DOUBLE_EQ(cost.node_hours->interval->low, 3 * 2 * 6e6 * (512 / rate.interval->high) / 3600);
  EXPECT_DOUBLE_EQ(cost.gpu_hours->centre, 4 * cost.node_hours->centre);
  EXPECT_NEAR(*cost.mean_over_median, 1, 0.01);
}

TEST(CampaignSection, SaysWhatWasNotMeasured) {
  const auto size = [](const CampaignSize& s) {
    return line_of("train", 1, s, CampaignLine::Unit::steps, 1e6);
  };
  EXPECT_THAT(lines_of(with_campaign(priced_sweep(1), {size({.nodes = 8}), size({.gpus = 3}),
                                                       size({.gpus = 64}), size({.rung = "4x4gpu"})})),
              ElementsAre("no figure for train: 8 nodes were not measured: the largest rung has 2 nodes",
                          "no figure for train: 3 GPUs were not measured: rungs have 1, 2, 4, 8 GPUs",
                          "no figure for train: 64 GPUs were not measured: the largest rung has 8 GPUs",
                          "no figure for train: 4x4gpu is no rung of this sweep"));
}

TEST(CampaignSection, HasNoFigureFromFailedRuns) {
  auto sweep = with_campaign(priced_sweep(2), {kTrain});
  for (auto& made : sweep.runs)
    if (made.record.run.rung.nodes == 2) made.record.outcome = Failed{7, "no"};
  EXPECT_THAT(lines_of(sweep), ElementsAre("no figure for train: 2x4gpu has no measured run"));
  for (auto& made : sweep.runs) made.record.outcome = Failed{7, "no"};
  EXPECT_THAT(lines_of(sweep), ElementsAre("no figure for train: 2x4gpu has no measured run"));
}

TEST(CampaignSection, NeedsTheSamplesOfAnEpoch) {
  auto sweep =
      with_campaign(priced_sweep(1), {line_of("train", 1, {.nodes = 2}, CampaignLine::Unit::epochs, 90)});
  for (auto& made : sweep.runs) made.start.train_samples.reset();
  EXPECT_THAT(lines_of(sweep), ElementsAre("no figure for train: the samples of an epoch are not known: give "
                                           "'samples' or 'steps'"));
}

TEST(CampaignSection, WarnsOfStalls) {
  auto sweep = with_campaign(priced_sweep(1), {kTrain});
  for (auto& made : sweep.runs)
    for (std::size_t step = 7; step < 40; step += 8) made.step_seconds[step] *= 2;
  EXPECT_EQ(lines_of(sweep)[0],
            "warning: some steps of 2x4gpu stall: their mean, which costs, is 1.14 times their median");
}

TEST(CampaignSection, OfHugeNumbersStaysReadable) {
  const auto huge = line_of("train", 1'000'000, {.nodes = 2}, CampaignLine::Unit::steps, 1e18);
  EXPECT_THAT(texts_of(campaign_section(with_campaign(priced_sweep(1), {huge}).report()).table).rows[0],
              ElementsAre("train", "1000000", "2x4gpu", "1e+18 steps", "2.88e13", "5.77e19", "2.31e20"));
}

// A step of the weak ladder has the larger batch: it takes longer, and is more work.
TEST(CampaignSection, OfALineThatNamesItsScalingIsPricedByThatLadder) {
  auto train = kTrain;
  train.scaling = Scaling::weak;
  auto sweep = with_campaign(priced_sweep(2), {train});
  EXPECT_TRUE(campaign_section(sweep.report()).table.rows.empty());
  EXPECT_EQ(campaign_costs({train}, sweep.report().tables[0], sweep.report().head.metric)[0].not_known,
            "no ladder of weak scaling was measured");
  sweep.head.scalings = {Scaling::weak};
  for (auto& made : sweep.runs) made.start.per_rank_batch = 512;
  EXPECT_EQ(campaign_section(sweep.report()).table.rows.size(), 1U);
}

TEST(CampaignSection, OfTwoLaddersNamesThatOfEachPriceAndCountsEachLineOnce) {
  auto train = kTrain;
  auto tune = line_of("tune", 20, {.gpus = 2}, CampaignLine::Unit::steps, 1e6);
  train.scaling = Scaling::weak;
  tune.scaling = Scaling::strong;
  auto sweep = priced_sweep(2);
  sweep.add_weak_ladder(1);
  const auto rows = campaign_section(with_campaign(sweep, {train, tune}).report()).table.rows;
  ASSERT_EQ(rows.size(), 3U);
  EXPECT_EQ(rows[0][2].text, "2gpu (strong)");
  EXPECT_EQ(rows[1][2].text, "2x4gpu (weak)");
  EXPECT_EQ(rows[2][0].text, "all");
  EXPECT_NE(rows[2][5].text, "");
}

// The plan is from before a sweep file had to say it.
TEST(CampaignSection, OfALineThatNamesNoLadderHasThePriceOfEachWhereTheyDiffer) {
  auto sweep = priced_sweep(2);
  sweep.add_weak_ladder(1);
  const auto section = campaign_section(
      with_campaign(sweep, {kTrain, line_of("one", 1, {.gpus = 1}, CampaignLine::Unit::steps, 1e6),
                            line_of("large", 1, {.nodes = 16}, CampaignLine::Unit::steps, 1e6)})
          .report());
  std::vector<std::string> rungs;
  for (const auto& row : section.table.rows) rungs.push_back(row[0].text + ": " + row[2].text);
  EXPECT_THAT(rungs,
              ElementsAre("train: 2x4gpu (strong)", "one: 1gpu", "large: 16 nodes", "train: 2x4gpu (weak)"));
}

TEST(CampaignSection, IsNothingWithoutACampaign) {
  EXPECT_TRUE(campaign_section(priced_sweep(1).report()).table.rows.empty());
  EXPECT_TRUE(campaign_costs_json(priced_sweep(1).report()).is_null());
}

}  // namespace
}  // namespace scalegen::report
