#include <gmock/gmock.h>

#include "analysis/analyse.hpp"
#include "analysis/report/report.hpp"
#include "analysis/report/stars.hpp"
#include "analysis/report/verdict_text.hpp"
#include "analysis/scaling/speedup.hpp"

namespace scalegen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

constexpr auto kSharedWork =
    "ranks,round,images/s/"
    "rank\n1,1,100\n1,2,101\n1,3,99\n2,1,181\n2,2,180\n2,3,183\n4,1,95\n4,2,96\n4,3,94\n";

report::Report report_of(const std::string& table, Scaling scaling, const std::string& baseline = "") {
  return report_of_table("t.csv", table, {.baseline = baseline, .scaling = scaling}).value();
}

std::vector<bool> stars_of(const report::Report& report) {
  std::vector<bool> stars;
  for (const auto& point : report.tables.front().points)
    stars.push_back(report::is_starred(report.head, point));
  return stars;
}

TEST(BeyondIdeal, HasAStarInWeakScalingAndIsNotAdvised) {
  const auto report = report_of(kSharedWork, Scaling::weak);
  EXPECT_THAT(stars_of(report), ElementsAre(true, true, false)) << "the rung and the baseline";
  EXPECT_THAT(
      report.warnings,
      ElementsAre("2ranks * and 1rank *: an efficiency of 181 % is above 105 %, which no cache explains "
                  "in weak scaling: measure 1rank again, and check that each rank has the same work at "
                  "both sizes; nothing that was compared differs"));
  EXPECT_THAT(report::verdict_sentences(report),
              ElementsAre("No rung can be advised: no rung is shown to meet the rule.",
                          "Not known: the efficiency of any rung, since all are compared with 1rank: its "
                          "values have a star."));
}

TEST(BeyondIdeal, IsAWarningAloneInStrongScaling) {
  const auto report = report_of(kSharedWork, Scaling::strong);
  EXPECT_THAT(stars_of(report), ElementsAre(false, false, false));
  EXPECT_THAT(report.warnings,
              ElementsAre("2ranks: an efficiency of 181 % is above 105 %: the baseline may not "
                          "be comparable; nothing that was compared differs"));
}

TEST(BeyondIdeal, HasNoStarWithoutAnInterval) {
  const auto report = report_of("ranks,images/s/rank\n1,100\n2,120\n", Scaling::weak);
  EXPECT_THAT(stars_of(report), ElementsAre(false, false));
  EXPECT_THAT(report.warnings,
              ElementsAre("2ranks: an efficiency of 120 % is above 105 %: the baseline may not "
                          "be comparable; nothing that was compared differs"));
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
  EXPECT_TRUE(report::is_doubling_starred(report.head, table, table.points[1]));
  EXPECT_FALSE(report::is_doubling_starred(report.head, table, table.points[2]));
  EXPECT_THAT(report.warnings,
              ElementsAre("2ranks *: a doubling of 3.62x from 1rank is above 2.1x: 1rank and "
                          "2ranks may not be comparable"));
}

}  // namespace
}  // namespace scalegen
