#include <gmock/gmock.h>

#include <limits>

#include "analysis/analyse.hpp"
#include "analysis/report/report.hpp"
#include "analysis/report/sections.hpp"
#include "analysis/scaling/speedup.hpp"
#include "tests/analysis/made_up_sweep.hpp"

namespace scalegen {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr auto kSharedWork =
    "ranks,round,images/s/"
    "rank\n1,1,100\n1,2,101\n1,3,99\n2,1,181\n2,2,180\n2,3,183\n4,1,95\n4,2,96\n4,3,94\n";

report::Report report_of(const std::string& table, Scaling scaling, const std::string& baseline = "") {
  return report_of_table("t.csv", table, {.baseline = baseline, .scaling = scaling}).value();
}

std::vector<bool> stars_of(const report::Report& report) {
  std::vector<bool> stars;
  for (const auto& point : report.tables.front().points) stars.push_back(ratio_star(point) != nullptr);
  return stars;
}

TEST(BeyondIdeal, HasAStarInWeakScalingAndIsNotAdvised) {
  const auto report = report_of(kSharedWork, Scaling::weak);
  EXPECT_THAT(stars_of(report), ElementsAre(true, true, false)) << "the rung and the baseline";
  EXPECT_THAT(
      report.warnings,
      ElementsAre("2ranks * and 1rank *: an efficiency of 181 % is above 105 %, which no cache explains "
                  "in weak scaling: measure 1rank again, and check that each rank has the same work at "
                  "both sizes; no condition of both is known, so that nothing could be compared: batch, "
                  "precision, program?"));
  EXPECT_THAT(
      report::verdict_sentences(report),
      ElementsAre("No rung can be advised: no rung is shown to meet the rule; 1rank is open, since it has a "
                  "star: an efficiency of 181 % is above 105 %, which no cache explains.",
                  "Not known: the efficiency of any rung, since all are compared with 1rank: it has a star: "
                  "an efficiency of 181 % is above 105 %, which no cache explains."));
}

TEST(LessAccurate, IsARungAllOfWhoseRunsLearnedLess) {
  auto sweep = MadeUpSweep(2);
  for (auto& run : sweep.runs) run.accuracy = run.record.run.rung.name == "4cpu" ? 0.6 : 0.84;
  EXPECT_THAT(
      sweep.report().warnings,
      Contains("4cpu: it learned less than 1cpu (an accuracy of 0.6, and not 0.84): its speedup is not "
               "that of reaching the same; another learning rate, batch or number of epochs may"));
  for (const double accuracy : {0.83, std::numeric_limits<double>::quiet_NaN()}) {
    sweep.run("4cpu-r2").accuracy = accuracy;
    EXPECT_THAT(sweep.report().warnings, Each(Not(HasSubstr("learned less")))) << accuracy;
  }
}

TEST(BeyondIdeal, HasAStarWithoutAnInterval) {
  const auto report = report_of("ranks,images/s/rank\n1,100\n2,120\n", Scaling::weak);
  EXPECT_THAT(stars_of(report), ElementsAre(false, true));
  EXPECT_THAT(report.warnings,
              ElementsAre(testing::StartsWith("2ranks *: an efficiency of 120 % is above 105 %")));
}

// A published claim: 15.2 times as fast on four GPUs, with another precision and batch.
TEST(BeyondIdeal, IsNotAdvisedByOneRoundAndTheFirstSentenceSaysWhy) {
  const auto sentences = [](const std::string& columns) {
    return report::verdict_sentences(report_of("gpus,images_per_s" + columns, Scaling::strong));
  };
  EXPECT_THAT(sentences("\n1,2427.8\n4,36926.594\n"),
              ElementsAre(testing::EndsWith("so precision, batch or program may differ.")));
  EXPECT_THAT(sentences(",global_batch\n1,2427.8,64\n4,36926.594,64\n"),
              ElementsAre(testing::EndsWith("so precision, batch or program may differ.")));
}

TEST(BeyondIdeal, IsNothingThatASmallerRungThanTheBaselineMeans) {
  constexpr auto kLosing =
      "ranks,round,images/s/rank\n1,1,111\n1,2,111.1\n2,1,100\n2,2,100.1\n4,1,95\n4,2,95.1\n";
  const auto report = report_of(kLosing, Scaling::weak, "2ranks");
  EXPECT_GT(report.tables.front().points[0].efficiency->interval->low, 1.05);
  EXPECT_THAT(stars_of(report), ElementsAre(false, false, false));
  EXPECT_THAT(report.warnings, IsEmpty());
}

TEST(BeyondIdeal, HasAStarInADoublingOfWeakScaling) {
  const auto report = report_of(kSharedWork, Scaling::weak, "2ranks");
  const auto& table = report.tables.front();
  EXPECT_THAT(stars_of(report), ElementsAre(false, false, false));
  EXPECT_NE(doubling_star(table, table.points[1]), nullptr);
  EXPECT_EQ(doubling_star(table, table.points[2]), nullptr);
  EXPECT_THAT(report.warnings,
              ElementsAre("2ranks *: a doubling of 3.62x from 1rank is above 2.1x: 1rank and "
                          "2ranks may not be comparable"));
}

}  // namespace
}  // namespace scalegen
